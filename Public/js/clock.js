/**
 * The server's clock, estimated from pings. All values are microseconds; "local" is a monotonic
 * reading that the caller passes in, so nothing here depends on the system's time of day.
 *
 * A ping gives four instants: sent (t0, local), received and answered (t1, t2, server), returned
 * (t3, local). Half the way back and forth is the best guess, and it is wrong by half the delay at
 * most; so the sample with the least delay is the one to believe. An old sample ages: two
 * oscillators drift apart by up to `DRIFT`, and the filter adds that to its delay.
 */

const WINDOW = 16;
/** 50 parts per million: what a phone's oscillator may be off. */
const DRIFT = 50e-6;
/** The display is moved by at most 5 % of the time that passes, so that clocks never go back. */
const SLEW = 0.05;
/** An error that no reader would want to see corrected slowly. */
const STEP = 500_000;

export class ServerClock {
  /** Newest last; `at` is the local instant of the return. */
  #samples = [];
  /** The offset that clocks on the page use now, and the local instant it was last moved. */
  #shown = null;
  #shownAt = 0;
  #target = null;

  /** Whether any sample has come; before that there is no server time to show. */
  get isKnown() {
    return this.#target !== null;
  }

  /** Takes one ping; a sample whose times contradict each other is dropped. */
  add({ t0, t1, t2, t3 }) {
    const delay = t3 - t0 - (t2 - t1);
    if (!(delay >= 0) || t2 < t1) return;
    this.#samples.push({ offset: (t1 - t0 + (t2 - t3)) / 2, delay, at: t3 });
    if (this.#samples.length > WINDOW) this.#samples.shift();
    this.#target = this.#best(t3).offset;
    if (this.#shown === null || Math.abs(this.#target - this.#shown) > STEP) {
      this.#shown = this.#target;
    }
    this.#shownAt = Math.max(this.#shownAt, t3);
  }

  /** The server has started anew, or this machine slept: old samples say nothing any more. */
  forget() {
    this.#samples = [];
  }

  /** Half the delay of the believed sample, with its age: the true offset lies within. */
  uncertainty(local) {
    if (this.#samples.length === 0) return null;
    const best = this.#best(local);
    return Math.ceil(best.delay / 2 + DRIFT * (local - best.at));
  }

  /** Server time at a local reading, for display; `null` while unknown. Never runs backwards. */
  serverTime(local) {
    if (this.#target === null) return null;
    const passed = Math.max(local - this.#shownAt, 0);
    const error = this.#target - this.#shown;
    const move = Math.min(Math.abs(error), passed * SLEW);
    this.#shown += Math.sign(error) * move;
    this.#shownAt = Math.max(local, this.#shownAt);
    return local + this.#shown;
  }

  #best(local) {
    const cost = (sample) => sample.delay / 2 + DRIFT * (local - sample.at);
    return this.#samples.reduce((a, b) => (cost(b) <= cost(a) ? b : a));
  }
}
