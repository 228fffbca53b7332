/**
 * Verdicts that lie within the uncertainty. The server says which those are; what they are close to is
 * looked for on the board.
 */

import { countedSplits } from "./cells.js";

/** @typedef {"segment"|"lap"|"split"|"run"} Measure the last is of the split that the run ended with */

/** @typedef {{run: object, split: object, measure: Measure}} CloseVerdict */

const VALUES = { segment: "segment", lap: "lapTime", split: "split" };
const MEASURES = [...Object.keys(VALUES), "run"];
const known = new WeakMap();

/** @returns {CloseVerdict[]} of a run, in the order of its splits */
export function closeVerdicts(run) {
  if (!known.has(run)) {
    known.set(run, countedSplits(run).flatMap((split) =>
      closeMeasures(run, split).map((measure) => ({ run, split, measure }))));
  }
  return known.get(run);
}

/** Where two measures are one and the same time it is named once. */
function closeMeasures(run, split) {
  const close = MEASURES.filter((measure) => split.close?.includes(measure));
  const value = (measure) => valueOf({ run, split, measure });
  return close.filter((measure, at) =>
    !(measure === "segment" && close.includes("lap") && value("segment") === value("lap"))
    && !(measure === "split" && close.includes("segment") && value("split") === value("segment"))
    && !(measure === "run" && close.slice(0, at).some((other) => value(other) === run.time)));
}

export const valueOf = ({ run, split, measure }) => (measure === "run" ? run.time : split[VALUES[measure]]);
export const verdictOf = ({ run, split, measure }) =>
  (measure === "run" ? run.verdict : split[`${measure}Verdict`]);

/**
 * The earlier time that a verdict is closest to, of the bests that it was compared with; `null` where the board no longer
 * has it.
 * @returns {{run: object, value: number, by: number, uncertainty: number}|null} `uncertainty` of both together
 */
export function closest(board, { run, split, measure }) {
  const own = measured(run, split, measure, board.track);
  const others = [...board.runs.values()]
    .filter((each) => each.session === run.session || board.sessions.get(run.session)?.scope !== "session")
    .flatMap((each) => countedSplits(each).map((other) => measured(each, other, measure, board.track)))
    .filter((other) => other.split !== split && other.value != null && other.what === own.what
      && own.what !== null && other.split.at <= split.at);
  // What decided it is the nearer of the best of everyone and the runner's own.
  const rivals = [best(others), best(others.filter((other) => other.run.runner.id === run.runner.id))]
    .filter(Boolean)
    .map((other) => ({
      run: other.run, value: other.value, by: own.value - other.value,
      uncertainty: own.uncertainty + other.uncertainty,
    }))
    .filter(({ by, uncertainty }) => Math.abs(by) <= uncertainty);
  return rivals.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))[0] ?? null;
}

/** A value, how uncertain it is at both its ends, and what of the course it is of. */
function measured(run, split, measure, track) {
  const splits = countedSplits(run);
  const at = splits.indexOf(split);
  const begin = measure === "segment" ? splits[at - 1]
    : measure === "lap" ? splits.find((each) => each.checkpoint === split.checkpoint && each.lap === split.lap - 1)
      : undefined;
  return {
    run, split, value: valueOf({ run, split, measure }),
    uncertainty: split.uncertainty + (begin?.uncertainty ?? 0),
    what: { segment: () => segmentOf(run, splits, at), lap: () => lapKind(split, track),
      split: () => `${split.lap} ${split.checkpoint}`,
      run: () => (at === splits.length - 1 && run.time != null ? "run" : null) }[measure](),
  };
}

/** `null` where it begins at a split that the board no longer has. */
function segmentOf(run, splits, at) {
  if (at === 0 && run.splitCount > run.splits.length) return null;
  return `${splits[at - 1]?.checkpoint ?? ""} ${splits[at].checkpoint}`;
}

const lapKind = ({ lap }, { firstLap }) => (firstLap === "own" && lap === 1 ? "first" : "lap");

const best = (values) => values.reduce((a, b) => (a === null || b.value < a.value ? b : a), null);
