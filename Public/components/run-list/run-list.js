/**
 * `<run-list>`: runs that are over, newest first, by day, a page at a time. The attribute `of` says
 * what all of them have in common and need not be told: `runner`. Tells by the event `listed` how
 * many it shows.
 */

import { ask } from "../../js/ask.js";
import { dayOf, dayWords, hourAndMinute } from "../../js/calendar.js";
import { element, setText, spoken } from "../../js/dom.js";
import { NONE } from "../../js/format.js";
import { runsQuery } from "../../js/run-filters.js";
import { instantOf, lapsWords, resultOf, runAddress } from "../../js/run-words.js";
import { timeChip, verdictMark } from "../time-chip/time-chip.js";

const PAGE = 50;

class RunList extends HTMLElement {
  #days = element("div", "run-days");
  #status = element("p", "run-status");
  #more = element("button", "control", "Show more runs");
  #again = element("button", "control", "Ask again");
  #filters = null;
  #next = null;
  #count = 0;
  #lastDay = null;
  #newest = null;
  #asking = null;

  connectedCallback() {
    if (this.#days.isConnected) return;
    this.#more.type = this.#again.type = "button";
    this.#more.hidden = this.#again.hidden = true;
    this.#status.setAttribute("role", "status");
    this.#more.addEventListener("click", this.#showMore);
    this.#again.addEventListener("click", this.#askAgain);
    this.replaceChildren(this.#days, this.#status, this.#more, this.#again);
  }

  disconnectedCallback() {
    this.#asking?.abort();
    this.#more.removeEventListener("click", this.#showMore);
    this.#again.removeEventListener("click", this.#askAgain);
  }

  /** Shows the runs that filters leave, from the newest on. */
  async show(filters) {
    this.#filters = filters;
    this.#next = null;
    await this.#load(true);
  }

  /** The newest run that it shows, by track and id; `null` for none. */
  get newest() {
    return this.#newest;
  }

  #showMore = async () => {
    const before = this.#count;
    await this.#load(false);
    this.querySelectorAll(".run-link")[before]?.focus();
  };

  #askAgain = () => this.#load(this.#next === null);

  async #load(isFresh) {
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.setAttribute("aria-busy", "true");
    try {
      const query = runsQuery(this.#filters, { before: this.#next, limit: PAGE });
      const { runs, next } = await ask(query, asking.signal);
      if (isFresh) this.#clear();
      if (isFresh) this.#newest = runs.length ? keyOf(runs[0]) : null;
      this.#append(runs);
      this.#next = next;
      this.#more.hidden = next === null;
      this.#again.hidden = true;
      this.#tell();
    } catch (fault) {
      if (fault.name === "AbortError") return;
      setText(this.#status, `The runs could not be read. ${fault.message}`);
      this.#more.hidden = true;
      this.#again.hidden = false;
    }
    this.removeAttribute("aria-busy");
  }

  #clear() {
    this.#days.replaceChildren();
    this.#count = 0;
    this.#lastDay = null;
  }

  #append(runs) {
    for (const run of runs) {
      const instant = instantOf(run);
      const day = instant == null ? "" : dayOf(instant);
      if (day !== this.#lastDay || this.#count === 0) this.#days.append(dayGroup(day));
      this.#lastDay = day;
      this.#days.lastElementChild.lastElementChild.append(runItem(run, this.getAttribute("of")));
      this.#count += 1;
    }
  }

  #tell() {
    const count = this.#count;
    const all = this.#next === null;
    const words = count === 1 ? "1 run" : `${count} runs`;
    setText(this.#status, count === 0 ? "" : all ? words : `The newest ${words}`);
    this.dispatchEvent(new CustomEvent("listed", { detail: { count } }));
  }
}

/** Ids are made by devices; two tracks may have a run of the same. */
export const keyOf = (run) => `${run.track.id}/${run.id}`;

function dayGroup(day) {
  const title = element("h3", "run-day", day ? dayWords(day) : "Never started");
  return element("section", "", title, element("ul", "runs"));
}

function runItem(run, common) {
  const result = resultOf(run);
  const instant = instantOf(run);
  const runner = element("bdi", "run-runner", run.runner.name);
  const track = element("bdi", "run-track", run.track.name);
  const session = element("bdi", "run-session", run.session.name);
  const number = element("span", "run-number", run.number ?? "");
  const time = result.isTime
    ? timeChip(result.text, run.verdict, { corrected: run.corrected })
    : element("span", "run-reason", result.text, spoken(` ${result.words}`));
  const link = element(
    "a", "run-link",
    element("span", "run-when", instant == null ? NONE : hourAndMinute(instant)), number,
    element("span", "run-who", ...(common === "runner" ? [track, session] : [runner])),
    element("span", "run-where", ...(common === "runner" ? [] : [track, session])),
    element("span", "run-laps", lapsWords(run)), verdictWord(run, result),
    element("span", "run-time", time));
  link.href = runAddress(run.id, run.track.id);
  return element("li", "", link);
}

/** The verdict's word stands beside the chip, which says it to listeners already. */
function verdictWord(run, result) {
  const mark = result.isTime ? verdictMark(run.verdict) : element("span", "verdict", result.words);
  mark.classList.add("run-verdict");
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

customElements.define("run-list", RunList);
