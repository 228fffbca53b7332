/**
 * What this device keeps until the server has it: the commands, and the run that is timed on it. All
 * tabs of the device share it. It is IndexedDB where that works, else localStorage.
 */

import { openIndexed } from "./indexed-store.js";
import { LocalStore } from "./local-store.js";
import { storedValue, storeValue } from "./storage.js";

let shared = null;

/** The store of this page. */
export const deviceStore = () => (shared ??= new DeviceStore());

/** Fires `change` when another tab has changed something, and `told` (detail: what another tab says). */
export class DeviceStore extends EventTarget {
  /** Whether it outlives the browser; believed until it is known. */
  isLasting = true;
  #channel = null;
  #opened;
  /** What is kept as far as this tab knows, for the day when it has to be kept elsewhere. */
  #known = { run: null, commands: new Map() };

  constructor(open = openIndexed) {
    super();
    this.#opened = this.#open(open);
    if (globalThis.BroadcastChannel) {
      this.#channel = new BroadcastChannel("livetiming");
      this.#channel.onmessage = ({ data }) => {
        this.dispatchEvent(data === null ? new Event("change") : new CustomEvent("told", { detail: data }));
      };
    }
  }

  /** @returns {Promise<{run: object|null, commands: import("./indexed-store.js").Kept[]}>} */
  async read() {
    const kept = await this.#do((backing) => backing.read());
    const commands = new Map(kept.commands.map((each) => [each.command.commandId, each]));
    this.#known = { run: kept.run, commands };
    return kept;
  }

  /**
   * Changes the run and the commands together, or neither; resolves with the changes once they are kept.
   * `work` may be called again where a store fails, and must not rely on being called once.
   * @param {(run: object|null, commands: import("./indexed-store.js").Kept[]) =>
   *   import("./indexed-store.js").Changes} work
   */
  async write(work, isStrict = true) {
    const changes = await this.#do((backing) => backing.write(work, isStrict));
    const { run, put = [], remove = [] } = changes;
    if (run !== undefined) this.#known.run = run;
    for (const kept of put) this.#known.commands.set(kept.command.commandId, kept);
    for (const id of remove) this.#known.commands.delete(id);
    if (run !== undefined || put.length > 0 || remove.length > 0) this.#channel?.postMessage(null);
    return changes;
  }

  lease(box, change) {
    return this.#do((backing) => backing.lease(box, change));
  }

  /** Says something to the other tabs. */
  tell(what) {
    this.#channel?.postMessage(what);
  }

  async #open(open) {
    let backing;
    try {
      backing = await open();
      await takeOver(backing);
    } catch {
      backing = new LocalStore();
      await takeOver(backing);
    }
    this.#setLasting(backing.isLasting);
    return backing;
  }

  /** A browser may close a database, or find no room; nothing that was tapped is lost by that. */
  async #do(act) {
    try {
      return await act(await this.#opened);
    } catch {
      // Opened anew, or elsewhere; in the order in which things were asked for.
      this.#opened = this.#opened.then((backing) => this.#replace(backing));
      try {
        return await act(await this.#opened);
      } catch {
        this.#opened = this.#opened.then((backing) => this.#moveOut(backing));
        return act(await this.#opened);
      }
    }
  }

  async #replace(backing) {
    if (!backing.isLasting) return backing;
    try {
      return await openIndexed();
    } catch {
      return this.#moveOut(backing);
    }
  }

  async #moveOut(backing) {
    if (!backing.isLasting) return backing;
    const local = new LocalStore();
    const { run, commands } = this.#known;
    await local.write(() => ({ run, put: [...commands.values()] }));
    this.#setLasting(false);
    return local;
  }

  #setLasting(isLasting) {
    this.isLasting = isLasting;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Moves what is in localStorage where it belongs: what an earlier version of these pages kept there, and
 * what was kept there while IndexedDB did not work.
 */
async function takeOver(backing) {
  const earlier = ["timer", "control"].flatMap((box) => {
    const list = storedValue(`outbox.${box}`);
    return (Array.isArray(list) ? list : []).map((command, order) => ({ box, order, command, refusal: null }));
  });
  const local = backing.isLasting ? new LocalStore() : null;
  const there = local ? await local.read() : { run: null, commands: [] };
  const earlierRun = storedValue("own-run");
  if (earlier.length + there.commands.length === 0 && !there.run && !earlierRun) return;
  await backing.write((run) => ({
    run: there.run ?? run ?? earlierRun ?? undefined, put: [...earlier, ...there.commands],
  }), true);
  for (const name of ["outbox.timer", "outbox.control", "own-run"]) storeValue(name, null);
  await local?.write(() => ({
    run: null, remove: there.commands.map(({ command }) => command.commandId),
  }));
}
