/**
 * A run against the best ones as they stood when it began: deltas at each passing, and where the
 * time went. On a track with laps it is this lap so far against the best lap, else run against run.
 */

import { countedSplits } from "./cells.js";
import { round } from "./format.js";

/**
 * @typedef {object} Comparison
 * @property {number} time
 * @property {{id: string, name: string}} runner
 * @property {string} run its id
 * @property {boolean} isLap whether it is a lap
 * @property {(split: object) => number|null} timeAt its time at the same point
 */

/** @returns {Comparison|null} `which` is "personalBest" or "overallBest" */
export function comparisonOf(run, which) {
  const isLap = run.track.laps !== 1;
  const best = run.compare?.[isLap ? `${which}Lap` : which];
  if (!best) return null;
  const times = new Map(best.splits.map((split) => [split.checkpoint, split.split]));
  return {
    time: best.time, runner: best.runner, run: best.run, isLap,
    timeAt: (split) => times.get(split.checkpoint) ?? null,
  };
}

/** The signed difference at a passing; `null` where either has no time there. */
export function deltaAt(run, split, comparison) {
  const other = comparison?.timeAt(split) ?? null;
  const own = comparison?.isLap ? lapSoFar(run, split) : split.split;
  return own == null || other == null ? null : difference(run, own, other);
}

/** A whole run against a whole run: `null` unless both have an official time. */
export function runDelta(run, which) {
  const best = run.compare?.[which];
  return best && run.time != null ? difference(run, run.time, best.time) : null;
}

/** Of the rounded values, so that what is shown adds up. */
function difference(run, own, other) {
  return round(own, run.track.rounding) - round(other, run.track.rounding);
}

/** From the beginning of its lap to a passing; `null` where nothing marks that beginning. */
function lapSoFar(run, split) {
  if (split.split == null || !isCompared(run, split.lap)) return null;
  const finish = run.track.checkpoints?.at(-1)?.id;
  const beginning = countedSplits(run).find(
    (each) => each.checkpoint === finish && each.lap === split.lap - 1);
  if (beginning) return beginning.split == null ? null : split.split - beginning.split;
  return split.lap === 1 && run.track.start !== "line" ? split.split : null;
}

/** A first lap of another length is compared with first laps only, which are not at hand. */
const isCompared = (run, lap) => lap >= 1 && !(lap === 1 && run.track.firstLap === "own");

/**
 * Where time went: each part of the run with what it lost (more than zero) or gained. The parts are
 * laps where there are any, else what lies between passings that both have.
 *
 * @returns {{from: object|null, to: object, value: number}[]} `from` and `to` are splits
 */
export function lossesOf(run, comparison) {
  if (!comparison) return [];
  const splits = countedSplits(run);
  if (comparison.isLap) {
    return splits
      .filter((split) => split.lapTime != null && isCompared(run, split.lap)
        && split.lapVerdict !== "none")
      .map((split) => ({
        from: null, to: split, value: difference(run, split.lapTime, comparison.time),
      }));
  }
  const losses = [];
  let before = { split: null, delta: 0 };
  for (const split of splits) {
    const delta = deltaAt(run, split, comparison);
    if (delta === null) continue;
    losses.push({ from: before.split, to: split, value: delta - before.delta });
    before = { split, delta };
  }
  return losses;
}

/** The part that lost the most and the one that gained the most; `null` where none did. */
export function extremesOf(losses) {
  const worst = losses.reduce((a, b) => (b.value > (a?.value ?? 0) ? b : a), null);
  const finest = losses.reduce((a, b) => (b.value < (a?.value ?? 0) ? b : a), null);
  return { worst, finest };
}
