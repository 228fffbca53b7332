/**
 * `<control-starts>`: the start list of a session. Type "7 Ada Lovelace" and Enter; start one, or all
 * who are not out yet. The instant of a start is that of the press.
 *
 * Its `host` is the control page: `now`, `uncertainty`, `perform`, `ask`, `takeReason`.
 */

import { element, setText } from "../../js/dom.js";
import { enterRunner, massStart, moveStartForm, singleStart } from "../../js/start-deeds.js";
import { timeOfDay } from "../../js/instants.js";
import { statusWord } from "../../js/desk-words.js";
import { runsOf } from "../../js/sessions.js";
import { inOrderOfNumber } from "../../js/start-list.js";
import { EntryForm } from "./entry-form.js";

class ControlStarts extends HTMLElement {
  host = null;
  #title = element("h2");
  #all = element("button", "control primary mass-start");
  #allBox = element("div", "start-all", this.#all);
  #form = new EntryForm((entry, registration) => this.#enter(entry, registration));
  #body = element("tbody");
  #table = element("table", "entries");
  #empty = element("section", "notice-panel", element("h3", "", "Nobody is entered yet"),
    element("p", "", "This is the start list. Type a number and a name above, such as "
      + "“7 Ada Lovelace”, and press Enter; then start one runner, or all at once."));
  #starts = element("ul", "starts");
  #startsTitle = element("h3", "", "Starts");
  #note = element("p", "hint", "Entries and starts are safe on the server, which gives numbers and "
    + "clocks by them. Listed here are those entered on this device, and everyone who has a run.");
  #shown = null;
  #key = "";

  connectedCallback() {
    if (this.#table.isConnected) return;
    this.#title.tabIndex = -1;
    const heads = ["#", "Runner", "Category", "Team", "Status", "Start"].map((text) => {
      const head = element("th", "", text);
      head.scope = "col";
      return head;
    });
    this.#table.append(element("caption", "spoken", "Start list"),
      element("thead", "", element("tr", "", ...heads)), this.#body);
    this.#all.type = "button";
    this.#allBox.dataset.actions = "";
    this.#all.addEventListener("click", this.#startAll);
    this.replaceChildren(element("div", "view-head", this.#title, this.#allBox), this.#form.element,
      this.#empty, this.#table, this.#startsTitle, this.#starts, this.#note);
  }

  show(board, session, list) {
    if (!session) return;
    this.#shown = { board, session, list };
    const entries = entriesOf(session, list, board);
    const starts = list.starts(session.id);
    const latest = latestRuns(runsOf(board, session));
    const ready = entries.filter((entry) => !latest.has(entry.runner));
    setText(this.#title, `Start list of ${session.name}`);
    const who = ready.length === 1 ? "1 runner" : `all ${ready.length}`;
    setText(this.#all, ready.length === 0 ? "Everyone has started" : `Start ${who} now`);
    const isAtAll = document.activeElement === this.#all;
    this.#all.disabled = ready.length === 0 || session.state === "closed";
    if (isAtAll && this.#all.disabled) this.#title.focus();
    this.#all.hidden = entries.length === 0;
    this.#form.setDisabled(session.state === "closed");
    this.#empty.hidden = entries.length > 0;
    this.#table.hidden = entries.length === 0;
    const key = JSON.stringify([session.id, session.state, entries, starts,
      entries.map((entry) => latest.get(entry.runner)?.status)]);
    if (key === this.#key) return;
    this.#key = key;
    const focused = this.#body.contains(document.activeElement)
      ? document.activeElement.dataset.runner : null;
    this.#body.replaceChildren(...entries.map((entry) => this.#line(entry, latest.get(entry.runner))));
    if (focused) this.#focusStart(focused);
    this.#startsTitle.hidden = starts.length === 0;
    this.#starts.replaceChildren(...starts.map((start) => this.#startLine(start)));
  }

  /** The hand stays at a runner's button, or goes on to the next who can be started. */
  #focusStart(runner) {
    const buttons = [...this.#body.querySelectorAll("[data-runner]")];
    const at = buttons.findIndex((each) => each.dataset.runner === runner);
    const next = buttons.slice(Math.max(at, 0)).find((each) => !each.disabled);
    (next ?? this.#title).focus();
  }

  #line(entry, run) {
    const name = entry.number ? `${entry.number} ${entry.name}` : entry.name;
    const button = element("button", "control", "Start now");
    button.type = "button";
    button.dataset.runner = entry.runner;
    button.setAttribute("aria-label", `Start now: ${name}`);
    button.disabled = run?.status === "running" || this.#shown.session.state === "closed";
    button.addEventListener("click", () => this.#startOne(entry, button));
    const cell = element("td", "", button);
    cell.dataset.actions = "";
    return element("tr", "", element("td", "number", entry.number),
      element("td", "runner", element("bdi", "", entry.name)),
      element("td", "", element("bdi", "", entry.category)),
      element("td", "", element("bdi", "", entry.team)),
      element("td", "", run ? statusWord(run) : "Entered"), cell);
  }

  #startLine(start) {
    const name = timeOfDay(start.at);
    const move = element("button", "control", "Move…");
    move.type = "button";
    move.setAttribute("aria-label", `Move the start of ${name}`);
    const { list, session } = this.#shown;
    move.addEventListener("click", () => this.host.ask(moveStartForm(start, (at) => {
      list.noteStart(session.id, { ...start, at });
    })));
    const count = start.count === 1 ? "1 run" : `${start.count} runs`;
    return element("li", "start", element("strong", "", name), element("span", "", count), move);
  }

  #enter(entry, registration) {
    const { session, list } = this.#shown;
    const deed = enterRunner(session, entry, registration);
    deed.after = () => list.enter(session.id, entry);
    return this.host.perform(deed, this.#form.element);
  }

  #startAll = () => {
    const at = this.host.now;
    if (at === null) return;
    const { board, session, list } = this.#shown;
    const latest = latestRuns(runsOf(board, session));
    const ready = entriesOf(session, list, board).filter((entry) => !latest.has(entry.runner));
    if (ready.length === 0) return;
    const deed = massStart(session, ready, at, this.host.uncertainty);
    deed.after = () => list.noteStart(session.id, {
      start: deed.start, at, count: ready.length,
    });
    this.host.perform(deed, this.#all);
  };

  #startOne(entry, button) {
    const at = this.host.now;
    if (at === null) return;
    const { session } = this.#shown;
    this.host.perform(singleStart(session, entry, at, this.host.uncertainty), button);
  }
}

/** Those who were entered here, and those who have a run but were entered elsewhere. */
function entriesOf(session, list, board) {
  const entries = list.entries(session.id);
  const known = new Set(entries.map((entry) => entry.runner));
  const others = [...latestRuns(runsOf(board, session)).values()]
    .filter((run) => !known.has(run.runner.id))
    .map((run) => ({
      runner: run.runner.id, name: run.runner.name || run.runner.id, number: run.number ?? "",
      category: "", team: "",
    }));
  return inOrderOfNumber([...entries, ...others]);
}

/** Each runner's latest run in a session. */
function latestRuns(runs) {
  const latest = new Map();
  for (const run of runs.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))) {
    latest.set(run.runner.id, run);
  }
  return latest;
}

customElements.define("control-starts", ControlStarts);
