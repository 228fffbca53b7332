/** What stands under a run's time: place, laps, and how it compares with the bests as they stood. */

import { element } from "../../js/dom.js";
import { formatDelta, formatTime } from "../../js/format.js";
import { runDelta } from "../../js/run-deltas.js";
import { runAddress } from "../../js/run-words.js";

/** @returns {HTMLElement[]} a pair of term and definition each */
export function factsOf(run) {
  const { rounding } = run.track;
  const facts = [];
  if (run.place != null) facts.push(fact("Place", `P${run.place}`));
  if (run.track.laps !== 1) facts.push(fact("Laps", String(run.laps ?? 0)));
  if (run.bestLap != null && run.track.laps !== 1) {
    facts.push(fact("Best lap", formatTime(run.bestLap, rounding)));
  }
  facts.push(...comparisons(run));
  if (run.category) facts.push(fact("Category", element("bdi", "", run.category)));
  if (run.team) facts.push(fact("Team", element("bdi", "", run.team)));
  return facts;
}

/** Where both bests are one and the same run it is named once. */
function comparisons(run) {
  const { personalBest, overallBest, personalBestLap, overallBestLap } = run.compare ?? {};
  const pairs = personalBest || overallBest
    ? [["Personal best then", personalBest, "personalBest"], ["Overall best then", overallBest, "overallBest"]]
    : [["Own best lap then", personalBestLap, null], ["Overall best lap then", overallBestLap, null]];
  return pairs.filter(([, best]) => best).map(([words, best, which]) => {
    const link = element("a", "", formatTime(best.time, run.track.rounding));
    link.href = runAddress(best.run, run.track.id);
    const delta = which ? runDelta(run, which) : null;
    const parts = [link];
    if (delta !== null) parts.push(" ", element("span", "fact-delta", formatDelta(delta, run.track.rounding)));
    if (best.runner.id !== run.runner.id) parts.push(" ", element("bdi", "fact-who", best.runner.name));
    return fact(words, ...parts);
  });
}

const fact = (term, ...parts) =>
  element("div", "", element("dt", "", term), element("dd", "", ...parts));
