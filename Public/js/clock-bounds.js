/**
 * What pings say for certain about the server's clock. A ping that left at `t0` and came back at `t3`
 * (local), and was at the server from `t1` to `t2`, says: at `t0` the server's clock was ahead of the
 * local one by no more than `t1 - t0`, and at `t3` by no less than `t2 - t3`. How long it was under way
 * in either direction does not matter.
 *
 * Between two oscillators the offset is a line with a small slope, their drift. All lines that keep
 * within the bounds of all pings are possible, and what they give at an instant is how exactly it is
 * known there: sharper the longer the pings reach, wider the further it lies from them. The same holds
 * between pings, so an instant without a line to the server is known better once there is one again.
 *
 * Microseconds throughout; offsets are what is added to a local reading to get server time.
 */

/** Oscillators are off by 50 parts per million at most, the phone's and the server's. */
const MOST_DRIFT = 100e-6;
/** A drift changes with the warmth of a pocket: by so much of the time between may a line be wrong. */
const WANDER = 2e-6;
/** The slope is found by cutting the range of drifts down; so often is more than a microsecond needs. */
const CUTS = 44;

/**
 * @typedef {{at: number, offset: number}} Bound
 * @param {number} local the instant that is asked about
 * @param {Bound[]} lows the offset at `at` is this at least
 * @param {Bound[]} highs the offset at `at` is this at most
 * @returns {{low: number, high: number}|null} of the offset; `null` where the bounds contradict each other
 */
export function offsetBounds(local, lows, highs) {
  const low = (drift) => lows.reduce((most, { at, offset }) =>
    Math.max(most, offset - WANDER * Math.abs(local - at) + drift * (local - at)), -Infinity);
  const high = (drift) => highs.reduce((least, { at, offset }) =>
    Math.min(least, offset + WANDER * Math.abs(local - at) + drift * (local - at)), Infinity);
  const room = (drift) => high(drift) - low(drift);
  const widest = peak(room, -MOST_DRIFT, MOST_DRIFT);
  if (room(widest) < 0) return null;
  const from = edge(room, -MOST_DRIFT, widest);
  const to = edge(room, MOST_DRIFT, widest);
  return {
    low: low(peak((drift) => -low(drift), from, to)),
    high: high(peak(high, from, to)),
  };
}

/** Where a function that rises, then falls, is greatest between two drifts. */
function peak(of, from, to) {
  for (let cut = 0; cut < CUTS; cut++) {
    const third = (to - from) / 3;
    if (of(from + third) < of(to - third)) from += third;
    else to -= third;
  }
  return (from + to) / 2;
}

/** The drift furthest towards `end` for which there is room; there is at `inside`. */
function edge(room, end, inside) {
  if (room(end) >= 0) return end;
  for (let cut = 0; cut < CUTS; cut++) {
    const middle = (end + inside) / 2;
    if (room(middle) >= 0) inside = middle;
    else end = middle;
  }
  return inside;
}
