/**
 * What a device keeps where there is no IndexedDB: in localStorage, which may be forgotten with the tab
 * or the browser; where that is full or forbidden too, in the page. Each command has a name of its own
 * here as well.
 */

import { storedNames, storedValue, storeValue } from "./storage.js";

const COMMAND = "kept.command.";
const RUN = "kept.run";
const LEASE = "kept.lease.";

/** The same as `IndexedStore`. */
export class LocalStore {
  isLasting = false;
  /** What localStorage did not take, by name. */
  #inPage = new Map();

  async read() {
    return { run: this.#get(RUN), commands: this.#commands() };
  }

  #commands() {
    const names = new Set([...storedNames(COMMAND),
      ...[...this.#inPage.keys()].filter((name) => name.startsWith(COMMAND))]);
    return [...names].map((name) => this.#get(name)).filter(Boolean);
  }

  async write(work) {
    const changes = work(this.#get(RUN), this.#commands());
    if (changes.run !== undefined) this.#set(RUN, changes.run);
    for (const kept of changes.put ?? []) this.#set(COMMAND + kept.command.commandId, kept);
    for (const id of changes.remove ?? []) this.#set(COMMAND + id, null);
    return changes;
  }

  async lease(box, change) {
    const lease = change(this.#get(LEASE + box));
    this.#set(LEASE + box, lease);
    return lease;
  }

  #get(name) {
    return this.#inPage.get(name) ?? storedValue(name);
  }

  #set(name, value) {
    this.#inPage.delete(name);
    if (!storeValue(name, value) && value !== null) this.#inPage.set(name, value);
  }
}
