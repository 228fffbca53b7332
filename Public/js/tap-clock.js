/**
 * The instant of a tap, in server time. An event carries when the finger came down, which is earlier
 * than when a busy page gets to hear of it.
 *
 * Until the server's clock is known, the phone's own time of day has to do, moved by what it was off
 * the last time both were known; such an instant is uncertain by seconds and says so. What is known of
 * an instant grows with the pings that come after it, so a tap keeps what the phone's clocks said.
 *
 * @typedef {object} Tap what this device's clocks said at an instant
 * @property {number} reading of the monotonic clock
 * @property {string} stretch over which readings of it can be compared
 * @property {number} wall the time of day
 * @property {string} wallLine over which times of day can be compared, as far as any page has seen
 * @property {string|null} server whose clock the instant was measured by; `null`: unsynced
 *
 * @typedef {{at: number, uncertainty: number, tap: Tap}} Instant
 */

import { uniqueId } from "./ids.js";
import { narrowed, UNSYNCED } from "./retiming.js";
import { store, stored, storedValue, storeValue } from "./storage.js";

/** An event that says it is older than this is not believed. */
const OLDEST = 5_000;
/** Systems move their time of day by this share at most where they do not set it. */
const WALL_SLEW = 500e-6;

export class TapClock {
  #line;
  /** Where nothing can be stored it ends with the page. */
  #wallLine = uniqueId();

  constructor(line) {
    this.#line = line;
    if (stored("wall-line") === null) store("wall-line", this.#wallLine);
    line.addEventListener("parted", () => {
      this.#wallLine = uniqueId();
      store("wall-line", this.#wallLine);
    });
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

  /** When the event happened. @returns {Instant} */
  instant(event) {
    const local = performance.now();
    const age = local - event.timeStamp;
    const delay = age >= 0 && age < OLDEST ? age : 0;
    const reading = Math.round((local - delay) * 1000);
    const back = Math.round(delay * 1000);
    const measured = this.#line.measure(reading);
    return {
      ...whole(measured ?? { time: this.#wallTime() - back, uncertainty: UNSYNCED }),
      tap: {
        reading, stretch: this.#line.clock.stretch, wall: Date.now() * 1000 - back,
        wallLine: this.#wallLineNow(), server: measured && this.#line.welcome.server,
      },
    };
  }

  /** What is known of an instant by now; as it was where that is no more. @param {Instant} instant */
  retimed(instant) {
    const { tap } = instant;
    const found = this.#measured(tap);
    if (!found) return instant;
    const { server } = this.#line.welcome;
    const better = narrowed(instant, whole(found), tap.server === server);
    return better === instant ? instant : { ...better, tap: { ...tap, server } };
  }

  /** Remembers what the phone's time of day is off, for a start without a line. */
  remember() {
    const offset = this.wallOffset();
    if (offset !== null) storeValue("wall-offset", offset);
  }

  /**
   * What is known of a tap by its reading; of one that was read from another stretch, and never measured,
   * by the time of day. That is never exact: it may have been set while no page was open to see it.
   */
  #measured({ reading, stretch, wall, wallLine, server }) {
    const measured = this.#line.measure(reading);
    if (!measured || stretch === this.#line.clock.stretch) return measured;
    const passed = Date.now() * 1000 - wall;
    if (server !== null || wallLine !== this.#wallLineNow() || passed < 0) return null;
    const now = this.#line.measure();
    return { time: now.time - passed, uncertainty: UNSYNCED + WALL_SLEW * passed };
  }

  #wallLineNow() {
    return stored("wall-line") ?? this.#wallLine;
  }
}

const whole = ({ time, uncertainty }) => ({ at: Math.round(time), uncertainty: Math.ceil(uncertainty) });
