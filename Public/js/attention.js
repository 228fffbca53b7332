/**
 * What of a board race control should look at: captures that do not count, checkpoints that were
 * passed unseen, captures of nobody, runs that are out for too long, and what the server asked about.
 */

import { countedSplits } from "./cells.js";
import { placeAt, positionOf, startPosition } from "./course.js";
import { formatTime, formatTimeOfDay, THOUSANDTHS_DOWN } from "./format.js";
import { placeName, runName, stateWords } from "./desk-words.js";
import { runsOf } from "./sessions.js";
import { timeBetween } from "./stopwatch.js";

const SET_ASIDE = new Set(["tooSoon", "outOfOrder", "beforeStart", "afterFinish"]);
const SET_BY_PEOPLE = new Set(["dnf", "dns", "dsq", "nc", "hc"]);
/** Out for so many times as long as the slowest who finished: something happened. */
const OVERDUE = 2;

/**
 * @typedef {object} AttentionItem
 * @property {string} key the same for the same thing, so that it can be dismissed
 * @property {"setAside"|"unassigned"|"missed"|"overdue"|"notice"} kind
 * @property {string} what in a word or two
 * @property {string} detail
 * @property {number} at since when
 * @property {object} [run]
 * @property {object} [split]
 * @property {{checkpoint: string, lap: number}} [place] that was missed
 */

/**
 * @param {number|null} now server time
 * @param {object[]} notices of kind `attention`, as they came
 * @param {Set<string>} dismissed keys of items that were looked at
 * @returns {AttentionItem[]} oldest first, so that what is new comes at the end
 */
export function attentionItems(board, session, now, notices = [], dismissed = new Set()) {
  const runs = runsOf(board, session);
  const items = [
    ...unassignedItems(board),
    ...runs.flatMap((run) => [...setAsideItems(run, board.track), ...missedItems(run, board.track)]),
    ...overdueItems(runs, board.track, now),
    ...noticeItems(notices, board),
  ];
  return items.filter((item) => !dismissed.has(item.key))
    .toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

function unassignedItems({ unassigned, track }) {
  return [...unassigned.values()].filter((split) => split.state === "unassigned").map((split) => ({
    key: `unassigned:${split.id}`, kind: "unassigned", what: "Whose is it?", split, at: split.at,
    detail: `${placeName(track, split)} at ${formatTimeOfDay(split.at, 3)}`,
  }));
}

function setAsideItems(run, track) {
  return run.splits.filter((split) => SET_ASIDE.has(split.state)).map((split) => ({
    key: `aside:${split.id}:${split.state}`, kind: "setAside", run, split, at: split.at,
    what: "Set aside",
    detail: `${placeName(track, split)} at ${formatTimeOfDay(split.at, 3)}: ${stateWords(split.state)}`,
  }));
}

/** Places between two counted splits, and before the first, that no capture took and nobody skipped. */
function missedPlaces(run, track) {
  const isSkipped = ({ checkpoint, lap }) => run.skipped?.some((skip) =>
    skip.checkpoint === checkpoint && skip.lap === lap);
  // The board holds the last splits only: what was before them is not known to be missed.
  let next = run.splitCount > run.splits.length ? Infinity : startPosition(track) + 1;
  const missed = [];
  for (const split of countedSplits(run)) {
    const position = positionOf(track, split.checkpoint, split.lap);
    if (position === null) continue;
    for (; next < position; next++) {
      const { checkpoint, lap } = placeAt(track, next);
      if (!isSkipped({ checkpoint, lap })) missed.push({ checkpoint, lap, before: split.at });
    }
    next = position + 1;
  }
  return missed;
}

function missedItems(run, track) {
  return missedPlaces(run, track).map(({ before, ...place }) => ({
    key: `missed:${run.id}:${place.checkpoint}:${place.lap}`, kind: "missed", run, place,
    what: "Passed unseen", at: before, detail: placeName(track, place),
  }));
}

function overdueItems(runs, track, now) {
  const times = runs.filter((run) => run.status === "finished" && run.time > 0)
    .map((run) => run.time);
  if (now === null || times.length === 0) return [];
  const limit = Math.max(...times) * OVERDUE;
  const rounding = track.rounding ?? THOUSANDTHS_DOWN;
  return runs.filter((run) => run.status === "running"
    && timeBetween(run.startedAt, now, run.held ?? []) > limit)
    .map((run) => ({
      key: `overdue:${run.id}`, kind: "overdue", run, what: "Overdue", at: run.startedAt + limit,
      detail: `out for over twice the slowest time, ${formatTime(limit / OVERDUE, rounding)}`,
    }));
}

/** What cannot be read off the board: that someone passed a checkpoint after a person stopped them. */
function noticeItems(notices, board) {
  return notices.flatMap((notice) => {
    const run = board.runs.get(notice.runs?.[0]);
    if (notice.code !== "afterStatus" || !run || !SET_BY_PEOPLE.has(run.status)) return [];
    return [{
      key: `notice:${run.id}:${notice.time}`, kind: "notice", run, what: "Still going?",
      at: notice.time, detail: notice.message.slice(notice.message.indexOf(runName(run))),
    }];
  });
}
