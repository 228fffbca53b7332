/** What the lines of race control's earlier runs say, and what is said of all of them. */

import { dayAndTime, dayOf, dayWords, spanOfDay } from "./calendar.js";
import { matches } from "./control-rows.js";
import { formatTimeOfDay, NONE } from "./format.js";
import { instantOf, resultOf } from "./run-words.js";

/**
 * @typedef {object} EarlierRow
 * @property {object} run of the history
 * @property {string} when it ended: "Today 14:05:10"
 * @property {string} result the official time or, without one, the status
 * @property {string} words the status in full, where it says more
 */

/** @returns {EarlierRow[]} the runs with this in their name or number, in their order */
export function earlierRows(runs, search) {
  const wanted = search.trim().toLocaleLowerCase();
  return runs.filter((run) => matches(run, wanted)).map((run) => {
    const { text, words } = run.voided ? { text: NONE, words: "" } : resultOf(run);
    return { run, when: whenWords(run), result: text, words };
  });
}

/** Without an end it stands where it began, and says so. */
function whenWords(run) {
  const instant = instantOf(run);
  if (instant == null) return "Never started";
  const words = instant >= recentSince() ? `${dayWords(dayOf(instant))} ${formatTimeOfDay(instant)}`
    : dayAndTime(instant);
  return run.finishedAt == null ? `${words}, start` : words;
}

/** When yesterday began: from there on a day has a name, and seconds tell runs apart. */
const recentSince = () => spanOfDay(dayOf(spanOfDay(dayOf(Date.now() * 1000)).from - 1)).from;

/** Without the runs that are out on the board, where they are seen already. */
export function leftBehind(runs, board) {
  return runs.filter((run) => run.status !== "running" || !board.runs.has(run.id));
}

/** Whether a run on the board has ended that the loaded part of the list does not have yet. */
export function hasNewer(board, { runs }) {
  if (runs === null) return false;
  const ended = runs.filter((run) => run.status !== "running");
  const known = new Set(ended.map((run) => run.id));
  const oldest = ended.length ? instantOf(ended.at(-1)) ?? 0 : 0;
  return [...board.runs.values()].some((run) => run.status !== "running" && !known.has(run.id)
    && (instantOf(run) ?? 0) >= oldest);
}

/** How much of the history is here and, while a search narrows it, what it was searched in. */
export function listWords({ shown, loaded, hasMore, search }) {
  const wanted = search.trim();
  const all = hasMore ? `the latest ${runs(loaded)}` : loaded === 1 ? "the one run" : `all ${runs(loaded)}`;
  if (!wanted) return sentence(all);
  const rest = hasMore ? " Earlier ones are searched once they are shown." : "";
  return `${shown} of ${all} ${shown === 1 ? "has" : "have"} “${wanted}” in number or name.${rest}`;
}

const runs = (count) => (count === 1 ? "1 run" : `${count} runs`);
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
