/**
 * The clocks that run in a row: the time since the start, and the segment or lap being driven. One of
 * them has every digit of the track and races; the other, in tenths, can be read. On a run of one lap
 * the whole is what counts. In a lap race, where all runners may share one start, it is the lap.
 */

import { MINUS } from "../../js/format.js";
import { timeBetween } from "../../js/stopwatch.js";

/** A clock that is drawn at sixty frames a second has no use for finer digits. */
const FINEST = 3;

export class ClockFace {
  #clocks = null;
  #total = null;
  #segment = null;
  #totalDigits = 3;
  #segmentDigits = 1;

  /** @param {import("../../js/rows.js").Clocks|null} clocks */
  set(clocks, { total, segment, digits, isLapRace }) {
    this.#clocks = clocks;
    this.#total = total;
    this.#segment = segment;
    const [fine, coarse] = [Math.min(digits, FINEST), Math.min(digits, 1)];
    this.#totalDigits = isLapRace ? coarse : fine;
    this.#segmentDigits = isLapRace ? fine : coarse;
  }

  /** @param {number} now server microseconds; before the start the clock counts down. */
  draw(now) {
    const { startedAt, segmentFrom, held } = this.#clocks;
    const elapsed = timeBetween(startedAt, now, held);
    this.#total.showRunning(elapsed < 0 ? MINUS : "", elapsed, this.#totalDigits);
    if (elapsed < 0 || !this.#segment) return;
    const segment = Math.max(timeBetween(segmentFrom, now, held), 0);
    this.#segment.showRunning("", segment, this.#segmentDigits);
  }
}
