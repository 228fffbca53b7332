/**
 * Places that lie within the uncertainty: neighbours in the order whose times at the point that decides
 * between them differ by no more than both are uncertain by.
 *
 * The board says neither how uncertain a start is nor which device took a split, so two taps of one thumb
 * count as uncertain as those of two.
 */

import { countedSplits } from "./cells.js";
import { runsOf } from "./sessions.js";

/**
 * @typedef {object} ClosePlace
 * @property {object} ahead the run that has the better place
 * @property {object} behind
 * @property {number} place of the one ahead
 * @property {number} by how much
 * @property {number} uncertainty of both together
 * @property {{checkpoint: string, lap: number}|null} point where it was decided; `null` for a best lap
 * @property {number} at when the later of the two got there
 */

/** @returns {ClosePlace[]} in the order of the places */
export function closePlaces(board, session) {
  const points = (session?.rank === "race" ? racePoints : resultPoints)(board, session)
    .toSorted((a, b) => a.place - b.place || a.time - b.time);
  return points.slice(1).flatMap((behind, index) => {
    const ahead = points[index];
    const by = behind.time - ahead.time;
    const uncertainty = ahead.uncertainty + behind.uncertainty;
    // Whoever is further on the course is ahead whatever the clocks say.
    if (ahead.level !== behind.level || Math.abs(by) > uncertainty) return [];
    const { checkpoint, lap } = behind.split;
    return [{
      ahead: ahead.run, behind: behind.run, place: ahead.place, by, uncertainty,
      point: session?.rank === "lap" ? null : { checkpoint, lap }, at: Math.max(ahead.split.at, behind.split.at),
    }];
  });
}

/** The runs whose place is one of those. @param {ClosePlace[]} places @returns {Set<string>} ids */
export const runsOfPlaces = (places) => new Set(places.flatMap(({ ahead, behind }) => [ahead.id, behind.id]));

/** In a race: the time at the last point that counts for the place. */
function racePoints(board, session) {
  return runsOf(board, session).filter((run) => run.place != null).flatMap((run) => {
    const splits = countedSplits(run);
    const split = splits.findLast(({ at }) => at === run.finishedAt) ?? splits.at(-1);
    if (split?.split == null) return [];
    return [{
      run, place: run.place, split, time: split.split, uncertainty: split.uncertainty,
      level: `${split.lap} ${split.checkpoint}`,
    }];
  });
}

/** By time or by lap: the result that each runner's place was won with, where the board has that run. */
function resultPoints(board, session) {
  return [...board.standings.values()].flatMap(({ run: id, place, time }) => {
    const run = board.runs.get(id);
    if (!run || place == null || time == null || (session && run.session !== session.id)) return [];
    const decided = session?.rank === "lap" ? lapOf(run, time) : runOf(run, time);
    return decided ? [{ run, place, time, level: "", ...decided }] : [];
  });
}

/** A sum or an average is of several runs, and how uncertain that is the board does not say. */
function runOf(run, time) {
  const split = countedSplits(run).at(-1);
  return run.time === time && split ? { split, uncertainty: split.uncertainty } : null;
}

function lapOf(run, time) {
  const splits = countedSplits(run);
  const split = splits.find(({ lapTime }) => lapTime === time);
  if (!split) return null;
  const begin = splits.find((each) => each.checkpoint === split.checkpoint && each.lap === split.lap - 1);
  return { split, uncertainty: split.uncertainty + (begin?.uncertainty ?? 0) };
}
