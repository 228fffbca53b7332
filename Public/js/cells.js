/**
 * What stands in a run's checkpoint cells: settled times with their verdicts, the running one,
 * missed ones, and, until this lap overwrites them, those of the lap before.
 */

import { formatTime, NONE } from "./format.js";

/**
 * @typedef {object} Cell
 * @property {"blank"|"settled"|"running"|"missed"} kind
 * @property {string} text
 * @property {string|null} verdict
 * @property {boolean} old of the lap before
 * @property {boolean} close the verdict is inside the uncertainty
 * @property {boolean} corrected by a person
 * @property {string|null} split its id
 */

const BLANK = Object.freeze({
  kind: "blank", text: "", verdict: null, old: false, close: false, corrected: false, split: null,
});
const RUNNING = Object.freeze({ ...BLANK, kind: "running" });
const MISSED = Object.freeze({ ...BLANK, kind: "missed", text: NONE });

/** Splits that count, in order; what is set aside is control's affair. */
export function countedSplits(run) {
  return run.splits.filter((split) => (split.state ?? "counted") === "counted");
}

/** Whether the verdict of a run is inside the uncertainty, as the split says that it ended with. */
export function isRunClose(splits) {
  return splits.some(({ close }) => close?.includes("run"));
}

/** The lap a run is on; the one it ended on. */
export function currentLap(run, splits) {
  return run.next?.lap ?? splits.at(-1)?.lap ?? 1;
}

/**
 * @param {object} run
 * @param {object[]} splits its counted splits
 * @param {import("./columns.js").Columns} columns
 * @param {"segments"|"totals"} view
 * @returns {Cell[]}
 */
export function checkpointCells(run, splits, columns, view, rounding) {
  const lap = currentLap(run, splits);
  const isRunning = run.status === "running";
  const reached = isRunning ? indexOf(columns, run.next?.checkpoint) : columns.cells.length;
  const lastPassed = indexOf(columns, splits.at(-1)?.checkpoint);
  const isWhole = run.status === "finished";
  return columns.cells.map(({ id, index }) => {
    const split = splits.findLast((each) => each.checkpoint === id && each.lap === lap);
    if (split) return settled(split, view, rounding, false);
    if (isRunning && index === reached) return RUNNING;
    if (isRunning && index < reached) return MISSED;
    const before = splits.findLast((each) => each.checkpoint === id && each.lap === lap - 1);
    if (isRunning) return before ? settled(before, view, rounding, true) : BLANK;
    return (isWhole && !columns.isLapRace) || index < lastPassed ? MISSED : BLANK;
  });
}

function settled(split, view, rounding, old) {
  const value = view === "totals" ? split.split : split.segment;
  const measure = view === "totals" ? "split" : "segment";
  return {
    kind: "settled",
    text: value == null ? "" : formatTime(value, rounding),
    verdict: (view === "totals" ? split.splitVerdict : split.segmentVerdict) ?? null,
    old,
    close: (split.close ?? []).includes(measure),
    corrected: split.corrected === true,
    split: split.id,
  };
}

const indexOf = (columns, checkpoint) => columns.cells.findIndex((cell) => cell.id === checkpoint);
