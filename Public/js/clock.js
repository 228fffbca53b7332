/**
 * The server's clock, from pings: for measuring, what is known of it at an instant and how exactly; for
 * display, one that never runs backwards. All values are microseconds; "local" is a monotonic reading
 * that the caller passes in, so nothing here depends on the system's time of day.
 */

import { offsetBounds } from "./clock-bounds.js";
import { uniqueId } from "./ids.js";

/** The latest pings are all kept; of older ones the quickest of each while, for the drift. */
const LATEST = 8;
const WHILE = 20_000_000;
/** Twenty minutes of them; or less, and what was before a break of the line, however long that was. */
const MOST = LATEST + 60;
/** The display is moved by at most 5 % of the time that passes, so that clocks never go back. */
const SLEW = 0.05;
/** An error that no reader would want to see corrected slowly. */
const STEP = 500_000;
/** Over so long the line that the display follows is laid. */
const AHEAD = 10_000_000;
/** A drift that is known less well is better left out of it. */
const KNOWN_DRIFT = 10e-6;

export class ServerClock {
  /**
   * The id of the time over which local readings can be compared with each other: from the opening of the
   * page, or a sleep, to the next sleep.
   */
  stretch = uniqueId();
  /** Newest last; `at` is the local instant of the return. */
  #samples = [];
  /** The line that the display follows: an offset, where it is that, and its slope. */
  #target = null;
  /** The offset that clocks on the page use now, and the local instant it was last moved. */
  #shown = null;
  #shownAt = 0;
  #brokenOffAt = -Infinity;

  /** Whether any sample has come; before that there is no server time to show. */
  get isKnown() {
    return this.#target !== null;
  }

  /** Takes one ping; one that was out during a sleep, or whose times contradict each other, is dropped. */
  add({ t0, t1, t2, t3 }) {
    const delay = t3 - t0 - (t2 - t1);
    if (!(delay >= 0) || t2 < t1 || t0 < this.#brokenOffAt) return;
    this.#samples.push({ t0, t1, t2, t3, delay });
    this.#thin();
    // What contradicts the newest is of another time: before a sleep, or of a clock that was set.
    let isBroken = false;
    for (; this.#bounds(t3) === null; isBroken = true) this.#samples.shift();
    if (isBroken) this.stretch = uniqueId();
    this.#aim(t3);
  }

  /** The server has started anew: samples of another one say nothing of it. */
  forget() {
    this.#samples = [];
  }

  /** This machine slept until now: what was read before cannot be compared with what comes. */
  breakOff(local) {
    this.forget();
    this.#brokenOffAt = local;
    this.stretch = uniqueId();
  }

  /**
   * Server time at a local reading, also one of before, and how uncertain it is: the true time lies
   * within. `null` while nothing is known.
   * @returns {{time: number, uncertainty: number}|null}
   */
  measure(local) {
    if (this.#samples.length === 0) return null;
    const { low, high } = this.#bounds(local);
    return { time: local + (low + high) / 2, uncertainty: Math.ceil((high - low) / 2) };
  }

  uncertainty(local) {
    return this.measure(local)?.uncertainty ?? null;
  }

  /** Server time at a local reading, for display; `null` while unknown. Never runs backwards. */
  serverTime(local) {
    if (this.#target === null) return null;
    const passed = Math.max(local - this.#shownAt, 0);
    const error = this.#target.offset + this.#target.drift * (local - this.#target.at) - this.#shown;
    const move = Math.min(Math.abs(error), passed * SLEW);
    this.#shown += Math.sign(error) * move;
    this.#shownAt = Math.max(local, this.#shownAt);
    return local + this.#shown;
  }

  /** Bounds of the offset; offsets are taken from the newest one's, as doubles have no digits to spare. */
  #bounds(local) {
    const { t1, t0 } = this.#samples.at(-1);
    const base = t1 - t0;
    const bounds = offsetBounds(local,
      this.#samples.map((each) => ({ at: each.t3, offset: each.t2 - each.t3 - base })),
      this.#samples.map((each) => ({ at: each.t0, offset: each.t1 - each.t0 - base })));
    return bounds && { low: bounds.low + base, high: bounds.high + base };
  }

  #aim(local) {
    const here = this.measure(local);
    const ahead = this.measure(local + AHEAD);
    const offset = here.time - local;
    const isDriftKnown = ahead.uncertainty - here.uncertainty < KNOWN_DRIFT * AHEAD;
    const drift = isDriftKnown ? (ahead.time - here.time) / AHEAD - 1 : 0;
    this.#target = { at: local, offset, drift };
    if (this.#shown === null || Math.abs(offset - this.#shown) > STEP) this.#shown = offset;
    this.#shownAt = Math.max(this.#shownAt, local);
  }

  #thin() {
    const old = this.#samples.length - 1 - LATEST;
    if (old > 0) {
      const [before, each] = this.#samples.slice(old - 1, old + 1);
      const isSameWhile = Math.floor(before.t3 / WHILE) === Math.floor(each.t3 / WHILE);
      if (isSameWhile) this.#samples.splice(before.delay <= each.delay ? old : old - 1, 1);
    }
    if (this.#samples.length > MOST) this.#samples.shift();
  }
}
