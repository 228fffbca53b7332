/** The figures of a split of one's own run: the server's, or, until it has answered, the phone's. */

import { formatDelta, formatTime, NONE } from "./format.js";
import { verdictLook } from "./verdict.js";

/** What is said of a split whose instant was read from the phone's time of day. */
const UNSYNCED = "unsynced";

/**
 * @param {object} run an `OwnRun`
 * @param {object} entry one of the entries of its standing
 * @param {object[]} counted those of them that count, in order
 * @returns {{segment: string, total: string, verdict: string|null, close: boolean,
 *   isProvisional: boolean, words: string, caution: string}} `caution` is part of the `words`
 */
export function splitFigures(run, entry, counted) {
  const { rounding } = run.track;
  const { seen } = entry;
  const caution = entry.isUnsynced ? UNSYNCED : "";
  if (seen?.state === "counted" && !entry.wish) {
    const isLap = seen.lapVerdict != null && run.track.checkpoints.length === 1;
    const verdict = (isLap ? seen.lapVerdict : seen.segmentVerdict) ?? null;
    const close = (seen.close ?? []).includes(isLap ? "lap" : "segment");
    return {
      segment: formatTime(seen.segment, rounding), total: formatTime(seen.split, rounding),
      verdict, close, isProvisional: false,
      words: inWords(verdictLook(verdict).word, close && "within the uncertainty", caution), caution,
    };
  }
  if (entry.state !== "counted") {
    return {
      segment: NONE, total: formatTime(entry.at - run.startedAt, rounding), verdict: null,
      close: false, isProvisional: false, words: inWords(stateWords(entry.state), caution), caution,
    };
  }
  const index = counted.indexOf(entry);
  const from = counted[index - 1]?.at ?? run.startedAt;
  return {
    segment: formatTime(entry.at - from, rounding),
    total: formatTime(entry.at - run.startedAt, rounding),
    verdict: null, close: false, isProvisional: true, words: inWords("provisional", caution), caution,
  };
}

const inWords = (...words) => words.filter(Boolean).join(", ");

const STATES = {
  duplicate: "set aside: taken twice", tooSoon: "set aside: too soon",
  outOfOrder: "set aside: too soon or out of order", beforeStart: "set aside: before the start",
  afterFinish: "set aside: after the finish", unassigned: "set aside: of no run",
  voided: "voided", refused: "refused by the server",
};

/** What is to be said of a split that does not count. */
export const stateWords = (state) => STATES[state] ?? "set aside";

/** "−0.310 vs PB", or "" where there is nothing to compare with. */
export function deltaWords(delta, rounding, of) {
  return delta == null ? "" : `${formatDelta(delta, rounding)} ${of}`;
}
