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

  /** Server microseconds, whole; for a clock that is shown. */
  now() {
    const time = this.isSynced ? this.#line.now() : null;
    return Math.round(time ?? this.#wallTime());
  }

  uncertainty() {
    return this.#line.uncertainty() ?? UNSYNCED;
  }

  /** What is added to the phone's own time of day to get server time; `null` while unknown. */
  wallOffset() {
    const measured = this.#line.measure();
    return measured && Math.round(measured.time - Date.now() * 1000);
  }

  #wallTime() {
    return Date.now() * 1000 + (storedValue("wall-offset") ?? 0);
  }

  /** When the event happened. @returns {{at: number, uncertainty: number, reading: number}} */
  instant(event) {
    const local = performance.now();
    const age = local - event.timeStamp;
    const delay = age >= 0 && age < OLDEST ? age : 0;
    const reading = Math.round((local - delay) * 1000);
    const { time, uncertainty } = this.#line.measure(reading)
      ?? { time: this.#wallTime() - delay * 1000, uncertainty: UNSYNCED };
    return { at: Math.round(time), uncertainty, reading };
  }

  /** Remembers what the phone's time of day is off, for a start without a line. */
  remember() {
    const offset = this.wallOffset();
    if (offset !== null) storeValue("wall-offset", offset);
  }
}
