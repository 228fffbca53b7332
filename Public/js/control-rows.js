/** What the lines of race control's table say: one a run, so that each run can be corrected. */

import { countedSplits } from "./cells.js";
import { closePlaces, runsOfPlaces } from "./close-places.js";
import { formatGap, formatTime, NONE, THOUSANDTHS_DOWN } from "./format.js";
import { placeName, runName, statusWord } from "./desk-words.js";
import { compareNumbers } from "./number-order.js";
import { runsOf } from "./sessions.js";

/**
 * @typedef {object} ControlRow
 * @property {object} run as the board shares it: the same object means the same row
 * @property {string} place
 * @property {boolean} placeClose whether it is within the uncertainty
 * @property {string} status
 * @property {{name: string, time: string, verdict: string|null, close: boolean}|null} last split
 * @property {string} next
 * @property {string} time empty while a clock runs
 * @property {string} gap
 * @property {number} aside captures that were set aside
 * @property {boolean} corrected
 */

/**
 * @param {string} search part of a name or a number
 * @param {"place"|"number"} order
 * @returns {ControlRow[]}
 */
export function controlRows(board, session, search = "", order = "place", cache = new WeakMap()) {
  const wanted = search.trim().toLocaleLowerCase();
  const runs = runsOf(board, session).filter((run) => matches(run, wanted));
  const compare = order === "number" ? byNumber : byPlace(board);
  const closeRuns = runsOfPlaces(closePlaces(board, session));
  return runs.toSorted(compare).map((run) => {
    const standing = board.standings.get(run.runner.id);
    const of = [standing, board.track, closeRuns.has(run.id)];
    const known = cache.get(run);
    if (known?.of.every((each, at) => each === of[at])) return known.row;
    const row = controlRow(run, session, ...of);
    cache.set(run, { of, row });
    return row;
  });
}

function controlRow(run, session, standing, track, isClose) {
  const rounding = track.rounding ?? THOUSANDTHS_DOWN;
  const splits = countedSplits(run);
  const last = splits.at(-1);
  const isRace = session?.rank === "race";
  const place = isRace ? run.place : placeByTime(run, standing);
  return {
    run,
    place: place == null ? "" : String(place),
    placeClose: place != null && isClose,
    status: statusWord(run),
    last: last ? {
      name: placeName(track, last),
      time: formatTime(last.segment ?? last.split, rounding),
      verdict: last.segmentVerdict ?? last.splitVerdict ?? null,
      close: (last.close ?? []).includes(last.segmentVerdict == null ? "split" : "segment"),
    } : null,
    next: run.next ? placeName(track, run.next) : "",
    time: run.status === "running" ? "" : run.time == null ? NONE : formatTime(run.time, rounding),
    gap: formatGap(run.gap, run.gapLaps ?? 0, rounding),
    aside: run.splits.filter((split) => !["counted", "duplicate", "voided"].includes(split.state))
      .length,
    corrected: run.corrected === true || run.splits.some((split) => split.corrected),
  };
}

/** By time a runner has one place: it stands on the run that it was won with. */
function placeByTime(run, standing) {
  if (!standing) return run.place;
  return standing.run === run.id ? standing.place : null;
}

/** Whether a run has this in its name or, for digits, begins with it in its number. */
export function matches(run, wanted) {
  if (!wanted) return true;
  if (/^\d+$/.test(wanted)) return (run.number ?? "").startsWith(wanted);
  return runName(run).toLocaleLowerCase().includes(wanted);
}

function byPlace(board) {
  const place = (run) => run.place ?? board.standings.get(run.runner.id)?.place ?? Infinity;
  return (a, b) => {
    const [first, second] = [place(a), place(b)];
    return first === second ? byStart(a, b) : first - second;
  };
}

const byStart = (a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || byNumber(a, b);

const byNumber = (a, b) => compareNumbers(a.number, b.number) || (a.id < b.id ? -1 : 1);
