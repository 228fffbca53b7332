/**
 * The clocks that run in a row: the time since the start with every digit the track has, and the
 * segment being driven in tenths, so that one number a row races and the other can be read.
 */

import { MINUS } from "../../js/format.js";

/** A clock that is drawn at sixty frames a second has no use for finer digits. */
const FINEST = 3;

export class ClockFace {
  #clocks = null;
  #total = null;
  #segment = null;
  #totalDigits = 3;
  #segmentDigits = 1;

  /** @param {import("../../js/rows.js").Clocks|null} clocks */
  set(clocks, { total, segment, digits }) {
    this.#clocks = clocks;
    this.#total = total;
    this.#segment = segment;
    this.#totalDigits = Math.min(digits, FINEST);
    this.#segmentDigits = Math.min(digits, 1);
  }

  /** @param {number} now server microseconds; before the start the clock counts down. */
  draw(now) {
    const { startedAt, segmentFrom } = this.#clocks;
    const elapsed = now - startedAt;
    this.#total.showRunning(elapsed < 0 ? MINUS : "", elapsed, this.#totalDigits);
    if (elapsed >= 0) this.#segment?.showRunning("", Math.max(now - segmentFrom, 0), this.#segmentDigits);
  }
}
