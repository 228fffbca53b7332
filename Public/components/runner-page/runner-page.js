/** `<runner-page>`: the runner that the address names: bests on each track, and all runs. */

import "../run-list/run-list.js";
import "../theme-button/theme-button.js";
import { ask } from "../../js/ask.js";
import { longDay } from "../../js/calendar.js";
import { element, setText } from "../../js/dom.js";
import { formatTime } from "../../js/format.js";
import { boardAddress, idInAddress, runAddress } from "../../js/run-words.js";

class RunnerPage extends HTMLElement {
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#load();
  }

  async #load() {
    const id = idInAddress();
    try {
      this.#show(await ask(`runners/${encodeURIComponent(id)}`));
      await this.querySelector("run-list").show({ runner: id });
    } catch (fault) {
      if (fault.isMissing) this.#showMissing();
      else setText(this.#part("status"), `${fault.message} Load the page again in a moment.`);
    }
    this.removeAttribute("aria-busy");
  }

  #showMissing() {
    this.#part("missing").hidden = false;
    document.title = "No such runner · LiveTiming";
  }

  #show(runner) {
    document.title = `${runner.name} · LiveTiming`;
    setText(this.#part("name"), runner.name);
    const aliases = runner.aliases.flatMap(
      (alias, index) => [index > 0 ? ", " : "Also known as ", element("bdi", "", alias)]);
    this.#part("aliases").replaceChildren(...aliases);
    this.#part("aliases").hidden = aliases.length === 0;
    const records = runner.tracks.toSorted(
      (a, b) => b.runs - a.runs || a.track.name.localeCompare(b.track.name));
    this.#part("records").replaceChildren(...records.map(recordItem));
    const isNew = records.length === 0 && runner.runs.length === 0;
    this.#part("none").hidden = !isNew;
    for (const section of this.querySelectorAll("article > section")) section.hidden = isNew;
    this.#part("known").hidden = false;
  }
}

function recordItem({ track, runs, best, bestLap, sumOfBest }) {
  const name = element("a", "record-track", element("bdi", "", track.name));
  name.href = boardAddress(track.id);
  const facts = element("dl", "run-facts");
  const time = (value) => formatTime(value, track.rounding);
  const set = (words, { run, time: value, at }) => {
    const link = element("a", "record-time", time(value));
    link.href = runAddress(run, track.id);
    facts.append(fact(words, link, element("span", "record-day", longDay(at))));
  };
  if (best) set("Best run", best);
  if (bestLap) set("Best lap", bestLap);
  if (sumOfBest != null) {
    facts.append(fact("Sum of best segments", element("span", "record-time", time(sumOfBest))));
  }
  if (!best && !bestLap) facts.append(fact("Best", element("span", "quiet", "No whole run yet")));
  const count = element("span", "record-runs", runs === 1 ? "1 run" : `${runs} runs`);
  return element("li", "record", element("div", "record-head", name, count), facts);
}

const fact = (term, ...parts) =>
  element("div", "", element("dt", "", term), element("dd", "", ...parts));

customElements.define("runner-page", RunnerPage);
