/** A run of the history in words: its result, its laps, where it leads. */

import { formatTime, NONE } from "./format.js";
import { statusWords } from "./verdict.js";

/**
 * What stands where the time stands: the official time or, without one, why there is none.
 * @returns {{text: string, words: string, isTime: boolean}} `words` is what a listener hears beside it
 */
export function resultOf(run) {
  if (run.voided) return { text: "Taken out", words: "taken out of the results", isTime: false };
  if (run.status === "running") return { text: "Running", words: "still out", isTime: false };
  const { short, long } = statusWords(run.status);
  if (run.status === "finished") {
    return { text: formatTime(run.time, run.track.rounding), words: "", isTime: true };
  }
  if (run.status === "hc" && run.time != null) {
    return { text: formatTime(run.time, run.track.rounding), words: long, isTime: true };
  }
  return { text: short || run.status || NONE, words: long, isTime: false };
}

/** "3 laps" where laps are counted, else nothing. */
export function lapsWords(run) {
  if (run.track.laps === 1) return "";
  return run.laps === 1 ? "1 lap" : `${run.laps ?? 0} laps`;
}

/** When it ended or, before that, began; `null` for a run that never did. */
export const instantOf = (run) => run.finishedAt ?? run.startedAt;

export const runAddress = (run, track) =>
  `/run/${encodeURIComponent(run)}?track=${encodeURIComponent(track)}`;

export const runnerAddress = (runner) => `/runner/${encodeURIComponent(runner)}`;

export const boardAddress = (track) => `/track/${encodeURIComponent(track)}`;

/** The last part of the page's address: the id that the page is about. */
export function idInAddress(path = location.pathname) {
  const part = path.split("/").filter(Boolean)[1] ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
