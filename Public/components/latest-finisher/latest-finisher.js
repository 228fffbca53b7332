/**
 * `<latest-finisher>`: who came over the line last, in large, on a big screen. In a lap race before
 * anyone has finished it is the latest lap.
 */

import { countedSplits, isRunClose } from "../../js/cells.js";
import { element, setText } from "../../js/dom.js";
import { formatTime } from "../../js/format.js";
import { verdictLook } from "../../js/verdict.js";

class LatestFinisher extends HTMLElement {
  #title = element("span", "finisher-title");
  #name = element("bdi", "finisher-name");
  #time = element("span", "finisher-time");
  #verdict = element("span", "finisher-verdict");

  connectedCallback() {
    if (!this.#title.isConnected) {
      this.replaceChildren(this.#title, this.#name, this.#verdict, this.#time);
    }
  }

  /** @param {object[]} runs of the session that is shown */
  show(runs, rounding) {
    const shown = latestFinish(runs) ?? latestLap(runs);
    setText(this.#title, shown?.title ?? "");
    setText(this.#name, shown ? shown.run.runner.name || shown.run.runner.id : "");
    setText(this.#time, shown ? formatTime(shown.time, rounding) : "");
    const look = verdictLook(shown?.verdict);
    this.#verdict.className = `finisher-verdict ${look.className}`;
    setText(this.#verdict, look.word ? `${shown.isClose ? "≈" : ""}${look.glyph} ${look.word}` : "");
  }
}

function latestFinish(runs) {
  const finished = runs.filter((run) => run.status === "finished" && run.finishedAt != null);
  if (finished.length === 0) return null;
  const run = finished.reduce((a, b) => (b.finishedAt > a.finishedAt ? b : a));
  const place = run.place ? ` · P${run.place}` : "";
  return { title: `Finished${place}`, run, time: run.time, verdict: run.verdict,
    isClose: isRunClose(countedSplits(run)) };
}

function latestLap(runs) {
  let latest = null;
  for (const run of runs) {
    const split = countedSplits(run).findLast((each) => each.lapTime != null);
    if (split && (latest === null || split.at > latest.split.at)) latest = { run, split };
  }
  if (latest === null) return null;
  const { run, split } = latest;
  return { title: `Lap ${split.lap}`, run, time: split.lapTime, verdict: split.lapVerdict,
    isClose: (split.close ?? []).includes("lap") };
}

customElements.define("latest-finisher", LatestFinisher);
