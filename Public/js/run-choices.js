/** The runs that a capture can be given to, told apart also where one runner has several. */

import { formatTimeOfDay } from "./format.js";
import { runName } from "./desk-words.js";

/**
 * Those of the session that it is about come first; a run of another one says which that is, and runs
 * of one session that would read alike say when they began.
 * @param {object[]} runs
 * @param {string|null} home the session that it is about; `null` where that is not known
 * @returns {[id: string, words: string][]}
 */
export function runChoices(runs, sessions, home) {
  const isAway = (run) => home !== null && run.session !== home;
  const words = (run) => (isAway(run)
    ? `${runName(run)} · ${sessions.get(run.session)?.name ?? run.session}` : runName(run));
  const counts = new Map();
  for (const run of runs) counts.set(words(run), (counts.get(words(run)) ?? 0) + 1);
  const compare = (a, b) => Number(isAway(a)) - Number(isAway(b))
    || runName(a).localeCompare(runName(b), undefined, { numeric: true })
    || (a.startedAt ?? 0) - (b.startedAt ?? 0);
  return runs.toSorted(compare).map((run) => {
    const isAlone = counts.get(words(run)) === 1 || run.startedAt == null;
    return [run.id, isAlone ? words(run) : `${words(run)}, started ${formatTimeOfDay(run.startedAt)}`];
  });
}
