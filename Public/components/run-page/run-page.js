/**
 * `<run-page>`: the run that the address names, looked back at. While the run is out it is asked for
 * again every few seconds.
 */

import "../theme-button/theme-button.js";
import "../time-lost/time-lost.js";
import "./split-table.js";
import { ask } from "../../js/ask.js";
import { longDay, dayAndTime } from "../../js/calendar.js";
import { element, setText } from "../../js/dom.js";
import { formatTime, formatTimeOfDay } from "../../js/format.js";
import { comparisonOf, lossesOf } from "../../js/run-deltas.js";
import { actorWords, correctionWords, placeWords, setAside, setAsideWords } from "../../js/run-story.js";
import { boardAddress, idInAddress, resultOf, runnerAddress } from "../../js/run-words.js";
import { verdictMark } from "../time-chip/time-chip.js";
import { factsOf } from "./run-facts.js";

const INTERVAL = 5_000;
const AGAINST = { personalBest: "the personal best", overallBest: "the overall best" };

class RunPage extends HTMLElement {
  #run = null;
  #against = null;
  #timer = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#part("choice").addEventListener("click", this.#onChoice);
    document.addEventListener("visibilitychange", this.#refresh);
    this.#refresh();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#part("choice").removeEventListener("click", this.#onChoice);
    document.removeEventListener("visibilitychange", this.#refresh);
  }

  #refresh = async () => {
    clearTimeout(this.#timer);
    const isOver = this.#run && this.#run.status !== "running";
    if (document.visibilityState !== "visible" || isOver) return;
    const track = new URLSearchParams(location.search).get("track");
    const query = track ? `?track=${encodeURIComponent(track)}` : "";
    try {
      this.#show(await ask(`runs/${encodeURIComponent(idInAddress())}${query}`));
      setText(this.#part("status"), "");
    } catch (fault) {
      if (fault.isMissing) this.#showMissing();
      else setText(this.#part("status"), `${fault.message} Trying again…`);
      if (fault.isMissing) return;
    } finally {
      this.removeAttribute("aria-busy");
    }
    if (this.#run?.status !== "running" && this.#run) return;
    if (this.isConnected) this.#timer = setTimeout(this.#refresh, INTERVAL);
  };

  #showMissing() {
    this.#part("run").hidden = true;
    this.#part("missing").hidden = false;
    setText(this.#part("status"), "");
    document.title = "No such run · LiveTiming";
  }

  #show(run) {
    this.#run = run;
    this.#showHead(run);
    this.querySelector("split-table").show(run);
    const counted = run.splits.length - setAside(run).length;
    this.querySelector("split-table").hidden = counted === 0;
    this.#part("legend").hidden = counted === 0;
    this.#part("no-splits").hidden = counted > 0;
    this.#showLost();
    this.#showAside(run);
    this.#showCorrections(run);
    this.#part("run").hidden = false;
  }

  #showHead(run) {
    const result = resultOf(run);
    document.title = `${run.runner.name}: ${result.text}, ${run.track.name} · LiveTiming`;
    setText(this.#part("number"), run.number ?? "");
    this.#link("runner", run.runner.name, runnerAddress(run.runner.id));
    this.#link("track", run.track.name, boardAddress(run.track.id));
    setText(this.#part("session"), run.session.name);
    setText(this.#part("date"), run.startedAt == null ? "never started"
      : `${longDay(run.startedAt)}, started ${formatTimeOfDay(run.startedAt, 3)}`);
    setText(this.#part("time"), result.text);
    this.#part("time").classList.toggle("is-words", !result.isTime);
    this.#part("marks").replaceChildren(
      ...(result.isTime ? [verdictMark(run.verdict)] : []),
      ...(result.words ? [element("span", "quiet", result.words)] : []));
    this.#part("facts").replaceChildren(...factsOf(run));
    this.#part("out").hidden = run.status !== "running";
    this.#part("board").href = boardAddress(run.track.id);
    this.#part("voided").hidden = !run.voided;
    const csv = this.#part("csv");
    csv.href = `/api/v1/tracks/${encodeURIComponent(run.track.id)}/runs.csv`;
    csv.setAttribute("aria-label", `All runs of ${run.track.name} as CSV`);
    csv.hidden = false;
  }

  #link(name, text, address) {
    const link = this.#part(name);
    setText(link.firstElementChild, text);
    link.href = address;
  }

  #onChoice = (event) => {
    const against = event.target.closest("[data-against]")?.dataset.against;
    if (!against) return;
    this.#against = against;
    this.#showLost();
  };

  /** Against the choice, or the personal best where there is one, else the overall one. */
  #showLost() {
    const run = this.#run;
    const found = Object.keys(AGAINST).filter((which) => comparisonOf(run, which));
    const against = found.includes(this.#against) ? this.#against : found[0];
    const comparison = against ? comparisonOf(run, against) : null;
    const losses = lossesOf(run, comparison);
    this.#part("first").hidden = found.length > 0 || run.voided;
    this.#part("lost").hidden = losses.length === 0;
    this.#part("choice").hidden = found.length < 2;
    for (const button of this.#part("choice").children) {
      button.setAttribute("aria-pressed", String(button.dataset.against === against));
    }
    this.dataset.compared = against ?? "";
    if (losses.length === 0) return;
    const lap = comparison.isLap ? " lap" : "";
    const who = against === "overallBest" ? ` by ${comparison.runner.name}` : "";
    const time = formatTime(comparison.time, run.track.rounding);
    this.querySelector("time-lost").show(run, losses, `${AGAINST[against]}${lap} then, ${time}${who}`);
  }

  #showAside(run) {
    const captures = setAside(run);
    this.#part("aside").hidden = captures.length === 0;
    this.#part("aside-list").replaceChildren(...captures.map((split) => element(
      "li", "", element("strong", "", formatTimeOfDay(split.at, 3)), " ",
      element("bdi", "", placeWords(run.track, split.checkpoint, split.lap)),
      split.device ? element("span", "quiet", `, device ${split.device}`) : "",
      element("p", "quiet", setAsideWords(split.state)))));
  }

  #showCorrections(run) {
    const corrections = run.corrections ?? [];
    this.#part("corrected").hidden = corrections.length === 0;
    this.#part("corrections").replaceChildren(...corrections.map((correction) => {
      const reason = correction.reason
        ? element("bdi", "reason", `“${correction.reason}”`)
        : element("span", "quiet", "No reason was given.");
      return element(
        "li", "", element("strong", "", element("bdi", "", correctionWords(run, correction))),
        element("p", "quiet", `${actorWords(correction)} · ${dayAndTime(correction.at)}`), reason);
    }));
  }
}

customElements.define("run-page", RunPage);
