/** What race control has looked at and put aside on this device; the latest of it is kept. */

import { storedValue, storeValue } from "./storage.js";

const AT_MOST = 500;

export class Dismissed {
  #name;
  keys;

  constructor(track) {
    this.#name = `dismissed.${track}`;
    const kept = storedValue(this.#name);
    this.keys = new Set(Array.isArray(kept) ? kept : []);
  }

  add(key) {
    this.keys.add(key);
    const [oldest] = this.keys;
    if (this.keys.size > AT_MOST) this.keys.delete(oldest);
    storeValue(this.#name, [...this.keys]);
  }
}
