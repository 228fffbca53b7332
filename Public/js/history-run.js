/**
 * A run as the history tells it, made into one that the actions and the side panel of race control
 * expect: as a board would have it, and beside what else its session had.
 */

import { instantOf } from "./run-words.js";

/**
 * @param {object} report the server's answer to `/api/v1/runs/<id>`
 * @returns {object} the run of a board, and what a board does not say: `voided`; `sessionName`; `near`,
 *   the instant that something typed about this run is expected near, since it is not today's
 */
export function runOfHistory(report) {
  const splits = report.splits.toSorted((a, b) => a.at - b.at || (a.lap ?? 0) - (b.lap ?? 0)
    || (a.id < b.id ? -1 : 1));
  return {
    ...report,
    session: report.session.id,
    sessionName: report.session.name,
    splits: splits.map((split) => ({ ...split, close: [], standing: [] })),
    splitCount: splits.length,
    held: [],
    next: null,
    skipped: skipsOf(report.corrections),
    near: report.finishedAt ?? splits.at(-1)?.at ?? report.startedAt ?? undefined,
  };
}

/** The places that are skipped and not taken back, in the order in which that was said. */
function skipsOf(corrections) {
  const skips = new Map();
  for (const { type, checkpoint, lap } of corrections) {
    const place = `${checkpoint} ${lap}`;
    if (["checkpointSkipped", "checkpointRestored"].includes(type)) skips.delete(place);
    if (type === "checkpointSkipped") skips.set(place, { checkpoint, lap });
  }
  return [...skips.values()];
}

/**
 * The board with what the actions need of an earlier run: its session by name, and the runs that a
 * capture of it can be given to, which are those of its session and those of the board.
 * @param {object} run of `runOfHistory`
 * @param {object[]} listed runs of the history
 * @returns {import("./board.js").Board}
 */
export function boardAround(board, run, listed) {
  const sessions = new Map(board.sessions);
  for (const { session } of listed) {
    if (!sessions.has(session.id)) sessions.set(session.id, session);
  }
  if (!sessions.has(run.session)) {
    sessions.set(run.session, { id: run.session, name: run.sessionName });
  }
  const runs = new Map();
  for (const each of listed) {
    if (each.session.id === run.session && !each.voided) {
      runs.set(each.id, { ...each, session: each.session.id });
    }
  }
  for (const [id, each] of board.runs) runs.set(id, each);
  if (!run.voided) runs.set(run.id, run);
  return { ...board, sessions, runs };
}

/** Those that are out on top; then as the server has them: newest first, as each ended or began. */
export function newestFirst(a, b) {
  return (b.status === "running") - (a.status === "running")
    || (instantOf(b) ?? 0) - (instantOf(a) ?? 0) || (a.id < b.id ? 1 : -1);
}
