/**
 * A run that this device times, as it is kept on the device, and what follows from it. What the server
 * said is laid over what was tapped; what it has not answered yet is believed to count.
 *
 * Plain values and pure functions, so that a reload goes on where the page was.
 */

import { placeAt, positionOf, startPosition } from "./course.js";
import { UNSYNCED } from "./retiming.js";

/**
 * @typedef {object} Wish a correction on its way: what it will make of a split or of the run
 * @property {string|boolean} value the state of the split; whether the run has ended, or the place is
 *   passed over
 * @property {string} command the id of the command
 * @property {number|null} seq of its acknowledgement; the board shows it from there on
 *
 * @typedef {object} OwnSplit
 * @property {string} id
 * @property {string} checkpoint what was named when it was tapped
 * @property {number|null} lap
 * @property {number} at
 * @property {number} [uncertainty] the clock's part, microseconds
 * @property {object|null} seen the split as the board last showed it
 * @property {Wish|null} wish
 * @property {string|null} refused why the server did not take it
 *
 * @typedef {object} OwnRun
 * @property {string} id
 * @property {object} track its definition when the run began
 * @property {{id: string, name: string}} runner
 * @property {string|null} number
 * @property {number} startedAt
 * @property {OwnSplit[]} splits
 * @property {{checkpoint: string, lap: number, wish: Wish|null}[]} skips places that are passed over
 * @property {Wish|null} ending
 * @property {boolean} wasStopped it was ended by hand, not at its last line
 * @property {{command: object, message: string}|null} refusedStart why the server has not got the run
 * @property {object|null} seen the run as the board last showed it, without its splits
 */

/** @returns {OwnRun} */
export function newRun({ id, track, runner, number, at }) {
  return {
    id, track, runner, number, startedAt: at,
    splits: [], skips: [], ending: null, wasStopped: false, refusedStart: null, seen: null,
  };
}

/** Lays the board's view of the run over it; wishes that the board shows by now are done with. */
export function seenOn(own, board) {
  const run = board.runs.get(own.id);
  if (!run) return own;
  const { splits, ...seen } = run;
  const isOpen = (wish) => wish && (wish.seq === null || board.seq < wish.seq);
  const known = new Map(splits.map((split) => [split.id, split]));
  const kept = own.splits.map((split) => ({
    ...split, seen: known.get(split.id) ?? split.seen, wish: isOpen(split.wish) ? split.wish : null,
  }));
  const ids = new Set(kept.map((split) => split.id));
  const others = splits.filter((split) => !ids.has(split.id)).map((split) => ({
    id: split.id, checkpoint: split.checkpoint, lap: split.lap, at: split.at,
    seen: split, wish: null, refused: null,
  }));
  // What a list of tracks leaves out: where a lap begins, how times are rounded.
  const track = board.track.revision === own.track.revision ? { ...own.track, ...board.track } : own.track;
  return {
    ...own, track, seen, refusedStart: null, startedAt: seen.startedAt ?? own.startedAt,
    splits: [...kept, ...others], skips: skipsOn(own, seen.skipped ?? [], isOpen),
    ending: isOpen(own.ending) ? own.ending : null,
  };
}

/** What the board says is passed over, but for what is on its way. */
function skipsOn(own, seen, isOpen) {
  const open = own.skips.filter((skip) => isOpen(skip.wish));
  const isOther = (skip) => !open.some((each) =>
    each.checkpoint === skip.checkpoint && each.lap === skip.lap);
  return [...seen.filter(isOther).map((skip) => ({ ...skip, wish: null })), ...open];
}

/** The state of a split: wished for, seen, or believed. */
function stateOf(split) {
  if (split.refused) return "refused";
  return split.wish?.value ?? split.seen?.state ?? "counted";
}

/**
 * Where the run stands.
 * @param {OwnRun} own
 * @returns {{entries: object[], counted: object[], next: object|null, hasEnded: boolean,
 *   status: string}} `entries` are all its splits in order, with state and place, and whether their instant
 *   is from the phone's time of day alone; `next` is the place that a tap would record
 */
export function standingOf(own) {
  const { track } = own;
  const entries = own.splits.map((split) => {
    const { checkpoint, lap, at } = split.seen?.lap == null ? { ...split, ...justAt(split) } : split.seen;
    const position = positionOf(track, checkpoint, lap);
    const name = track.checkpoints.find((each) => each.id === checkpoint)?.name ?? checkpoint ?? "Split";
    const isUnsynced = (split.seen?.uncertainty ?? split.uncertainty) >= UNSYNCED;
    return { ...split, checkpoint, lap, at, position, name, isUnsynced, state: stateOf(split) };
  }).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const counted = entries.filter((entry) => entry.state === "counted");
  const last = counted.reduce((most, { position }) => Math.max(most, position ?? most),
    startPosition(track));
  const skipped = new Set(own.skips.filter((skip) => skip.wish?.value ?? true)
    .map(({ checkpoint, lap }) => positionOf(track, checkpoint, lap)));
  let position = last + 1;
  while (skipped.has(position)) position += 1;
  const next = placeAt(track, position);
  const isAnswered = own.seen && own.splits.every((split) => split.seen && !split.wish);
  const hasEnded = own.ending?.value ?? (isAnswered ? own.seen.status !== "running" : next === null);
  const status = isAnswered && !own.ending ? own.seen.status
    : hasEnded ? own.wasStopped && track.laps !== 0 ? "dnf" : "finished" : "running";
  return { entries, counted, next, hasEnded, status };
}

const justAt = (split) => ({ at: split.seen?.at ?? split.at });
