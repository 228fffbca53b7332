/**
 * The instant of a tap, in server time. An event carries when the finger came down, which is earlier
 * than when a busy page gets to hear of it.
 *
 * Until the server's clock is known, the phone's own time of day has to do, moved by what it was off
 * the last time both were known; such an instant is uncertain by seconds and says so.
 */

import { storedValue, storeValue } from "./storage.js";

const UNSYNCED = 2_000_000;
/** An event that says it is older than this is not believed. */
const OLDEST = 5_000;

export class TapClock {
  #line;

  constructor(line) {
    this.#line = line;
  }

  get isSynced() {
    return this.#line.uncertainty() !== null;
  }

  /** Server microseconds, whole. */
  now() {
    const time = this.isSynced ? this.#line.now() : null;
    return Math.round(time ?? Date.now() * 1000 + (storedValue("wall-offset") ?? 0));
  }

  uncertainty() {
    return this.#line.uncertainty() ?? UNSYNCED;
  }

  /** What is added to a reading of the phone's own clock to get server time; `null` while unknown. */
  offset() {
    return this.isSynced ? Math.round(this.#line.now() - performance.now() * 1000) : null;
  }

  /** When the event happened. @returns {{at: number, uncertainty: number, reading: number}} */
  instant(event) {
    const local = performance.now();
    const age = local - event.timeStamp;
    const delay = age >= 0 && age < OLDEST ? age : 0;
    return {
      at: Math.round(this.now() - delay * 1000),
      uncertainty: this.uncertainty(),
      reading: Math.round((local - delay) * 1000),
    };
  }

  /** Remembers what the phone's time of day is off, for a start without a line. */
  remember() {
    if (!this.isSynced) return;
    storeValue("wall-offset", Math.round(this.#line.now() - Date.now() * 1000));
  }
}
