/**
 * The board as the server sends it: a snapshot, then updates that carry the parts that changed.
 *
 * A board is a value: applying a message answers a new one and shares what did not change, so that
 * a view can tell a changed run by identity. Runs, sessions, bests and standings are maps by id.
 * An update names the fields that changed; what it leaves out stays.
 * The law: a snapshot and the updates after it equal the later snapshot.
 */

/**
 * @typedef {object} Board
 * @property {object} track
 * @property {string} epoch
 * @property {number} seq
 * @property {number} time when the last message was made, server microseconds
 * @property {{kind: string, since: number}|null} banner what the board says of itself
 * @property {Map<string, object>} sessions
 * @property {Map<string, object>} runs
 * @property {{overall: object|null, runners: Map<string, object>}} bests
 * @property {Map<string, object>} standings by runner
 * @property {Map<string, object>} unassigned captures that no run is known for
 */

/** @returns {Board} */
export function boardFromSnapshot(message) {
  return {
    track: message.track,
    epoch: message.epoch,
    seq: message.seq,
    time: message.time,
    banner: message.banner ?? null,
    sessions: byKey(message.sessions, "id"),
    runs: byKey((message.runs ?? []).map(withOrderedSplits), "id"),
    bests: {
      overall: message.bests?.overall ?? null,
      runners: byKey(message.bests?.runners, "runner"),
    },
    standings: byKey(message.standings, "runner"),
    unassigned: byKey(message.unassigned, "id"),
  };
}

/** Whether an update can be laid over this board: same log, and nothing missing in between. */
export function canApply(board, update) {
  return update.epoch === board.epoch && update.base <= board.seq;
}

/** The parts of a board that an update may carry; one with none of them is a heartbeat. */
const PARTS = ["sessions", "runs", "bests", "standings", "unassigned", "removed", "banner"];

/** Whether an update only says that the line is alive. */
export function isHeartbeat(update) {
  return typeof update.track !== "object" && !PARTS.some((part) => part in update);
}

/**
 * Lays an update over a board. The caller has asked `canApply`. What went goes first: what went and
 * came back is in the update again.
 * @returns {Board}
 */
export function boardAfter(board, update) {
  const removed = update.removed ?? {};
  return {
    track: update.track && typeof update.track === "object"
      ? { ...board.track, ...update.track } : board.track,
    epoch: board.epoch,
    seq: Math.max(board.seq, update.seq ?? board.seq),
    time: update.time ?? board.time,
    banner: "banner" in update ? update.banner : board.banner,
    sessions: merged(board.sessions, update.sessions, "id", removed.sessions),
    runs: mergedRuns(board.runs, update.runs, removed),
    bests: mergedBests(board.bests, update.bests, removed),
    standings: merged(board.standings, update.standings, "runner", removed.standings),
    unassigned: merged(board.unassigned, update.unassigned, "id", removed.unassigned, EMPTY_SPLIT),
  };
}

/** What a split that is new has where an update does not say. */
const EMPTY_SPLIT = {
  checkpoint: null, lap: null, state: "counted", split: null, segment: null, lapTime: null,
  splitVerdict: null, segmentVerdict: null, lapVerdict: null,
  standing: [], close: [], record: [], corrected: false,
};

function mergedRuns(runs, changes, removed) {
  if (!changes?.length && !removed.runs?.length && !removed.splits?.length) return runs;
  const result = without(runs, removed.runs);
  for (const { run: id, split } of removed.splits ?? []) {
    const run = result.get(id);
    if (run) result.set(id, { ...run, splits: run.splits.filter((each) => each.id !== split) });
  }
  for (const change of changes ?? []) {
    const run = result.get(change.id);
    const splits = merged(byKey(run?.splits, "id"), change.splits, "id", [], EMPTY_SPLIT);
    result.set(change.id, withOrderedSplits({
      ...run, ...change, splits: [...splits.values()],
    }));
  }
  return result;
}

function mergedBests(bests, changes, removed) {
  if (!changes && !removed.bests?.length && !removed.segments?.length) return bests;
  let { overall } = bests;
  const runners = without(bests.runners, removed.bests);
  for (const { runner, from, to } of removed.segments ?? []) {
    const isGone = (segment) => segment.from === from && segment.to === to;
    const less = (each) => each && { ...each, segments: each.segments.filter((one) => !isGone(one)) };
    if (runner === null) overall = less(overall);
    else if (runners.has(runner)) runners.set(runner, less(runners.get(runner)));
  }
  if (changes?.overall) overall = withSegments(overall, changes.overall);
  for (const change of changes?.runners ?? []) {
    runners.set(change.runner, withSegments(runners.get(change.runner), change));
  }
  return { overall, runners };
}

/** Bests with a change laid over them; segments are told apart by where they begin and end. */
function withSegments(bests, change) {
  const ends = (segment) => `${segment.from} ${segment.to}`;
  const segments = new Map((bests?.segments ?? []).map((each) => [ends(each), each]));
  for (const segment of change.segments ?? []) segments.set(ends(segment), segment);
  return { ...bests, ...change, segments: [...segments.values()] };
}

/**
 * `map` without the `removed` keys, and the entries of `changes` laid over it, field by field; one that is
 * new begins as `fresh`.
 */
function merged(map, changes, key, removed, fresh) {
  if (!changes?.length && !removed?.length) return map;
  const result = without(map, removed);
  for (const change of changes ?? []) {
    result.set(change[key], { ...(result.get(change[key]) ?? fresh), ...change });
  }
  return result;
}

/** A map of its own without these keys. */
function without(map, removed) {
  const result = new Map(map);
  for (const id of removed ?? []) result.delete(id);
  return result;
}

/** Splits stand in the order they were passed, whichever order they came in. */
function withOrderedSplits(run) {
  const splits = [...(run.splits ?? [])];
  splits.sort((a, b) => a.at - b.at || a.lap - b.lap || (a.id < b.id ? -1 : 1));
  return { ...run, splits };
}

const byKey = (list, key) => new Map((list ?? []).map((each) => [each[key], each]));
