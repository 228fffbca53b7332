/**
 * `<control-starts>`: the start list of a session. Type "7 Ada Lovelace" and Enter; start one, or all
 * who are not out yet. The instant of a start is that of the press.
 *
 * Its `host` is the control page: `now`, `uncertainty`, `perform`, `ask`, `takeReason`.
 */

import { element, setText } from "../../js/dom.js";
import {
  enterRunner, entryForm, massStart, moveStartForm, singleStart, withdrawRunner,
} from "../../js/start-deeds.js";
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
  #shown = null;
  /** By runner. @type {Map<string, {key: string, line: HTMLElement}>} */
  #rows = new Map();
  #startsKey = "";

  connectedCallback() {
    if (this.#table.isConnected) return;
    this.#title.tabIndex = -1;
    const heads = ["#", "Runner", "Category", "Team", "Status", "Entry"].map((text) => {
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
      this.#empty, this.#table, this.#startsTitle, this.#starts);
  }

  /** @param {import("../../js/start-lists.js").StartList|null} list `null` until the server has said */
  show(board, session, list) {
    this.#shown = { board, session, list };
    const runs = runsOf(board, session);
    const entries = entriesOf(list, runs);
    const starts = (list?.starts ?? []).map((start) => ({
      ...start, count: runs.filter((run) => run.startedAt === start.at).length,
    })).toReversed();
    const latest = latestRuns(runs);
    const ready = entries.filter((entry) => !latest.has(entry.runner));
    setText(this.#title, `Start list of ${session.name}`);
    const who = ready.length === 1 ? "1 runner" : `all ${ready.length}`;
    setText(this.#all, ready.length === 0 ? "Everyone has started" : `Start ${who} now`);
    const isAtAll = document.activeElement === this.#all;
    this.#all.disabled = ready.length === 0 || session.state === "closed";
    if (isAtAll && this.#all.disabled) this.#title.focus();
    this.#all.hidden = entries.length === 0;
    this.#form.setDisabled(list === null || session.state === "closed");
    this.#empty.hidden = list === null || entries.length > 0;
    this.#table.hidden = entries.length === 0;
    this.#showEntries(entries, latest);
    this.#showStarts(starts);
  }

  /** Rows that did not change stay; the hand stays where it is, or goes on to the next row. */
  #showEntries(entries, latest) {
    const before = this.#rows;
    const at = this.#body.contains(document.activeElement) ? document.activeElement.dataset : null;
    const { id, state } = this.#shown.session;
    this.#rows = new Map(entries.map((entry) => {
      const run = latest.get(entry.runner);
      const key = JSON.stringify([id, state, entry, run?.status]);
      const known = before.get(entry.runner);
      return [entry.runner, known?.key === key ? known : { key, line: this.#line(entry, run) }];
    }));
    const lines = [...this.#rows.values()].map(({ line }) => line);
    const isSame = lines.length === this.#body.children.length
      && lines.every((line, index) => this.#body.children[index] === line);
    if (isSame) return;
    const index = at && [...before.keys()].indexOf(at.runner);
    this.#body.replaceChildren(...lines);
    if (at) this.#focusNear(at, index);
  }

  /** The button that had the focus; where it is gone or disabled, that of a row further down. */
  #focusNear({ runner, act }, index) {
    const lines = [...this.#body.children];
    const same = this.#rows.get(runner)?.line;
    const next = lines.slice(same ? lines.indexOf(same) : index)
      .map((line) => line.querySelector(`[data-act="${act}"]:enabled`)).find(Boolean);
    (next ?? this.#title).focus();
  }

  #showStarts(starts) {
    const key = JSON.stringify(starts);
    if (key === this.#startsKey) return;
    this.#startsKey = key;
    const isInside = this.#starts.contains(document.activeElement);
    this.#startsTitle.hidden = starts.length === 0;
    this.#starts.replaceChildren(...starts.map((start) => this.#startLine(start)));
    if (isInside) (this.#starts.querySelector("button") ?? this.#title).focus();
  }

  #line(entry, run) {
    const name = entry.number ? `${entry.number} ${entry.name}` : entry.name;
    const { session } = this.#shown;
    const isClosed = session.state === "closed";
    const button = (label, words, act) => {
      const made = element("button", "control", label);
      made.type = "button";
      made.dataset.runner = entry.runner;
      made.dataset.act = label;
      made.setAttribute("aria-label", `${words}: ${name}`);
      made.disabled = isClosed;
      made.addEventListener("click", () => act(made));
      return made;
    };
    const start = button("Start now", "Start now", (made) => this.#startOne(entry, made));
    start.disabled = isClosed || run?.status === "running";
    const actions = element("div", "actions", start, ...(entry.isEntered ? [
      button("Edit…", "Edit the entry", () => this.host.ask(entryForm(session, entry))),
      button("Withdraw", "Withdraw the entry", (made) =>
        this.host.perform(withdrawRunner(session, entry), made)),
    ] : []));
    actions.dataset.actions = "";
    return element("tr", "", element("td", "number", entry.number),
      element("td", "runner", element("bdi", "", entry.name)),
      element("td", "", element("bdi", "", entry.category)),
      element("td", "", element("bdi", "", entry.team)),
      element("td", "status", run ? statusWord(run) : "Entered"),
      element("td", "", actions));
  }

  #startLine(start) {
    const name = timeOfDay(start.at);
    const move = element("button", "control", "Move…");
    move.type = "button";
    move.setAttribute("aria-label", `Move the start of ${name}`);
    move.addEventListener("click", () => this.host.ask(moveStartForm(start, start.count)));
    const count = start.count === 1 ? "1 run" : `${start.count} runs`;
    return element("li", "start", element("strong", "", name), element("span", "", count), move);
  }

  /** Entering someone again changes the entry, and keeps what the form does not ask. */
  #enter(entry, registration) {
    const { session, list } = this.#shown;
    const old = list?.entries.find((each) => each.runner === entry.runner) ?? null;
    const deed = enterRunner(session, { transponders: old?.transponders ?? [], ...entry }, registration, old);
    return this.host.perform(deed, this.#form.element);
  }

  #startAll = () => {
    const at = this.host.now;
    if (at === null) return;
    const { board, session, list } = this.#shown;
    const runs = runsOf(board, session);
    const latest = latestRuns(runs);
    const ready = entriesOf(list, runs).filter((entry) => !latest.has(entry.runner));
    if (ready.length === 0) return;
    this.host.perform(massStart(session, ready, at, this.host.uncertainty), this.#all);
  };

  #startOne(entry, button) {
    const at = this.host.now;
    if (at === null) return;
    const { session } = this.#shown;
    this.host.perform(singleStart(session, entry, at, this.host.uncertainty), button);
  }
}

/** Those who are entered, and those who have a run without. */
function entriesOf(list, runs) {
  const entries = (list?.entries ?? []).map((entry) => ({ ...entry, isEntered: true }));
  const known = new Set(entries.map((entry) => entry.runner));
  const others = [...latestRuns(runs).values()].filter((run) => !known.has(run.runner.id))
    .map((run) => ({
      runner: run.runner.id, name: run.runner.name || run.runner.id, number: run.number ?? "",
      category: "", team: "", transponders: [], isEntered: false,
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
