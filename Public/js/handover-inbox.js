/**
 * Codes that a camera has read, until all parts of a handover are there: in any order, each any number of
 * times. A camera opens each in a page of its own, so they are kept on the device, and a page that is open
 * hears of what another one took in.
 */

import { partOf, textOf } from "./handover-codes.js";
import { readHandover } from "./handover.js";
import { storedNames, storedValue, storeValue } from "./storage.js";

const PREFIX = "handover.";

export class HandoverInbox {
  /** What the device's storage does not take, by id. */
  #inPage = new Map();

  /**
   * Takes in the text of a code; answers with the id of the handover that it is a part of.
   * @throws {import("./handover-fault.js").HandoverFault}
   */
  take(text) {
    const part = partOf(text);
    const kept = this.#get(part.id);
    const parts = kept?.parts?.length === part.count ? kept.parts : new Array(part.count).fill(null);
    parts[part.number - 1] = part;
    this.#set(part.id, { at: Date.now(), parts });
    return part.id;
  }

  /** Ids of the handovers that are not dealt with, the latest first. */
  get ids() {
    const names = new Set([...storedNames(PREFIX).map((name) => name.slice(PREFIX.length)), ...this.#inPage.keys()]);
    return [...names].filter((id) => Array.isArray(this.#get(id)?.parts))
      .sort((a, b) => this.#get(b).at - this.#get(a).at);
  }

  /** @returns {{count: number, missing: number[]}} numbers of the codes */
  progress(id) {
    const { parts } = this.#get(id);
    return { count: parts.length, missing: parts.flatMap((part, index) => (part ? [] : [index + 1])) };
  }

  /**
   * What the codes say, once none is missing.
   * @returns {Promise<import("./handover.js").Handover>}
   * @throws {import("./handover-fault.js").HandoverFault}
   */
  async read(id) {
    return readHandover(await textOf(this.#get(id).parts));
  }

  forget(id) {
    this.#set(id, null);
  }

  #get(id) {
    return this.#inPage.get(id) ?? storedValue(PREFIX + id);
  }

  #set(id, value) {
    this.#inPage.delete(id);
    if (!storeValue(PREFIX + id, value) && value !== null) this.#inPage.set(id, value);
  }
}

/** The text of a code that this page was opened with, which is taken out of the address. `null`: none. */
export function takeCode(address = location) {
  const text = new URLSearchParams(address.hash.slice(1)).get("handover");
  if (text !== null) history.replaceState(history.state, "", address.pathname + address.search);
  return text;
}
