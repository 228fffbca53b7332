/**
 * Which session a board shows, and what is to be said about it: its flag, its laps, its clock.
 */

import { flagWord } from "./verdict.js";
import { wholeSeconds } from "./format.js";

/** The session to show: the chosen one while it exists, the current one, else the latest to start. */
export function shownSession(board, chosen = null) {
  const sessions = [...board.sessions.values()];
  const latest = sessions.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0)).at(-1);
  return board.sessions.get(chosen) ?? sessions.find((each) => each.current) ?? latest ?? null;
}

/** Sessions that have runs on the board, so that a reader can choose among them. */
export function sessionsWithRuns(board) {
  const used = new Set([...board.runs.values()].map((run) => run.session));
  return [...board.sessions.values()].filter((session) => used.has(session.id));
}

/** Runs of one session; all runs where the board names no session. */
export function runsOf(board, session) {
  const runs = [...board.runs.values()];
  return session ? runs.filter((run) => run.session === session.id) : runs;
}

/**
 * Each runner's run that stands for them: the one that is out, else the latest to start.
 * @returns {Map<string, object>} by runner
 */
export function latestRuns(runs) {
  const latest = new Map();
  for (const run of runs) {
    const other = latest.get(run.runner.id);
    if (!other || isNewer(run, other)) latest.set(run.runner.id, run);
  }
  return latest;
}

function isNewer(run, other) {
  const running = Number(run.status === "running") - Number(other.status === "running");
  return running !== 0 ? running > 0 : (run.startedAt ?? 0) > (other.startedAt ?? 0);
}

/**
 * What the flag bar says at an instant.
 * @returns {{flag: string, word: string, details: string[]}}
 */
export function sessionStanding(session, track, runs, now) {
  if (!session) return { flag: "none", word: "", details: [] };
  const running = runs.filter((run) => run.status === "running").length;
  const isClosed = session.closedAt != null || session.state === "closed";
  const hasEnded = session.flagAt != null && (now === null || session.flagAt <= now);
  const flag = isClosed ? "closed" : hasEnded && session.flag !== "red" ? "chequered"
    : session.flag || (session.startedAt == null ? "waiting" : "running");
  const words = { closed: "Session over", waiting: "Waiting for the start", running: "Running" };
  const details = [];
  // Where a run is one lap, there is nothing to count.
  const laps = track.laps === 1 ? "" : lapProgress(session, runs, isClosed || hasEnded);
  if (laps) details.push(laps);
  const left = timeLeft(session, now);
  if (left && !isClosed && !hasEnded) details.push(left);
  if (!isClosed && running > 0) details.push(`${running} on track`);
  return { flag, word: words[flag] ?? flagWord(flag), details };
}

/** The lap that the leader is on, or the laps of a race that is over. */
function lapProgress(session, runs, isOver) {
  const done = runs.reduce((most, run) => Math.max(most, run.laps ?? 0), 0);
  if (isOver) return session.rank === "race" && done > 0 ? `${done} ${done === 1 ? "lap" : "laps"}` : "";
  const limit = session.limit?.laps;
  if (limit > 1) return `lap ${Math.min(done + 1, limit)} of ${limit}`;
  return session.rank === "race" && !limit && done > 0 ? `lap ${done + 1}` : "";
}

function timeLeft(session, now) {
  const { time, plusLaps } = session.limit ?? {};
  if (time == null) return "";
  const more = plusLaps > 0 ? ` + ${plusLaps} ${plusLaps === 1 ? "lap" : "laps"}` : "";
  if (session.startedAt == null || now === null) return `${whole(time)}${more}`;
  const left = session.startedAt + time - now;
  return left > 0 ? `${whole(left)}${more} to go` : `time is up${more}`;
}

/** A count-down rounds up, so that it reaches zero when the time is up and not a second before. */
const whole = (span) => wholeSeconds(Math.ceil(Math.max(span, 0) / 1e6));
