/**
 * `<timer-finish>`: what the run came to. Fires `again`, and `say` (detail: a sentence) once it is
 * official; undoing the finish goes on with the run.
 */

import { isRunClose } from "../../js/cells.js";
import { lapWords } from "../../js/course.js";
import { element, setText } from "../../js/dom.js";
import { formatDelta, formatTime, NONE } from "../../js/format.js";
import { splitFigures } from "../../js/split-figures.js";
import { statusWords, verdictLook } from "../../js/verdict.js";

/** A finger that taps twice must not hit what has just come up under it. */
const GRACE = 900;

/** "1:42.244": shorter times are written no larger. */
const LEAST_DIGITS = 8;

class TimerFinish extends HTMLElement {
  /** @type {import("../../js/run-timer.js").RunTimer} */
  timer = null;
  #heading = element("h2", "finish-heading");
  #time = element("p", "finish-time");
  #verdict = element("p", "finish-verdict");
  #facts = element("dl", "facts");
  #body = element("tbody");
  #actions = element("div", "stack finish-actions");
  #undo = element("button", "action");
  #grace = null;
  #isSaid = false;

  connectedCallback() {
    this.#heading.tabIndex = -1;
    const again = element("button", "action primary", "Run again");
    again.type = this.#undo.type = "button";
    again.addEventListener("click", () => this.dispatchEvent(new Event("again")));
    this.#undo.addEventListener("click", () => this.timer.undoEnd());
    const { id, track } = this.timer.run;
    const run = link(`/run/${encodeURIComponent(id)}?track=${encodeURIComponent(track.id)}`, "Look at this run");
    const board = link(`/track/${encodeURIComponent(track.id)}`, "See the board of this track");
    this.#actions.replaceChildren(again, this.#undo, run, board);
    const heads = ["Checkpoint", "Segment", "Total"].map((name) => {
      const cell = element("th", "", name);
      cell.scope = "col";
      return cell;
    });
    const table = element("table", "finish-splits", element("caption", "spoken", "Splits of this run"),
      element("thead", "", element("tr", "", ...heads)), this.#body);
    this.replaceChildren(
      element("div", "finish-head", this.#heading, this.#time, this.#verdict), this.#facts, table, this.#actions);
    this.#actions.inert = true;
    this.#grace = setTimeout(() => { this.#actions.inert = false; }, GRACE);
    this.timer.addEventListener("change", this.#show);
    this.#show();
    this.#heading.focus();
  }

  disconnectedCallback() {
    clearTimeout(this.#grace);
    this.timer.removeEventListener("change", this.#show);
  }

  focus() {
    this.#heading.focus();
  }

  #show = () => {
    const { run } = this.timer;
    if (!run) return;
    const { standing } = this.timer;
    const { track, seen } = run;
    const { counted, status } = standing;
    const isFinal = seen !== null && seen.status !== "running" && seen.time != null
      && standing.entries.every((entry) => entry.seen && !entry.wish);
    const hasFinished = status === "finished";
    setText(this.#heading, hasFinished ? "Finished" : sentence(statusWords(status).long) || "Stopped");
    const time = isFinal ? seen.time
      : hasFinished && counted.length ? counted.at(-1).at - run.startedAt : null;
    setText(this.#time, formatTime(time, track.rounding));
    this.style.setProperty("--digits", Math.max(this.#time.textContent.length, LEAST_DIGITS));
    const isClose = isFinal && isRunClose(counted.map((entry) => entry.seen));
    this.#showVerdict(isFinal ? seen.verdict : null, isClose, isFinal, hasFinished);
    const delta = (of) => (isFinal && seen.delta?.[of] != null ? formatDelta(seen.delta[of], track.rounding) : NONE);
    this.#facts.replaceChildren(
      ...fact("vs your best", delta("personalBest")),
      ...fact("vs overall best", delta("overallBest")),
      ...fact("Place", isFinal && seen.place != null ? String(seen.place) : NONE),
      ...(track.laps === 1 ? [] : fact("Laps", String(seen?.laps ?? NONE))));
    this.#body.replaceChildren(...standing.entries
      .filter(({ state }) => state !== "voided")
      .map((entry) => this.#row(run, entry, counted)));
    setText(this.#undo, run.wasStopped ? "Undo: go on with this run"
      : `Undo the finish: void ${counted.at(-1)?.name ?? "the last split"}`);
    this.#undo.hidden = !run.wasStopped && counted.length === 0;
    if (isFinal && !this.#isSaid) this.#say(`vs your best ${delta("personalBest")}`);
  };

  #say(comparison) {
    this.#isSaid = true;
    const parts = [this.#heading, this.#time, this.#verdict].map((part) => part.textContent);
    this.dispatchEvent(new CustomEvent("say", { detail: [...parts, comparison].join(", ") }));
  }

  #showVerdict(verdict, isClose, isFinal, hasFinished) {
    const look = verdictLook(verdict);
    this.#verdict.className = `finish-verdict verdict ${look.className}`;
    const [mark, words] = isClose ? ["≈", ", within the uncertainty"] : ["", ""];
    setText(this.#verdict, look.word ? `${mark}${look.glyph} ${look.word}${words}`
      : isFinal ? "official" : hasFinished ? "provisional: not confirmed by the server yet" : "");
  }

  #row(run, entry, counted) {
    const figures = splitFigures(run, entry, counted);
    const look = verdictLook(figures.verdict);
    const glyph = element("span", "glyph", (figures.close ? "≈" : "") + look.glyph);
    glyph.setAttribute("aria-hidden", "true");
    const lap = lapWords(run.track, entry.lap);
    const name = element("th", "", element("bdi", "", entry.name),
      ...(lap ? [element("span", "split-words", lap)] : []));
    name.scope = "row";
    return element("tr", "", name,
      element("td", `verdict ${look.className}`,
        element("span", "figure", glyph, figures.segment), element("span", "split-words", figures.words)),
      element("td", "", element("span", "figure", figures.total)));
  }
}

function link(address, words) {
  const result = element("a", "action", words);
  result.href = address;
  return result;
}

function fact(name, value) {
  return [element("div", "fact", element("dt", "", name), element("dd", "", value))];
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

customElements.define("timer-finish", TimerFinish);
