/**
 * `<control-starts>`: the start list of a session. Type "7 Ada Lovelace" and Enter; start one, or all
 * who are not out yet. The instant of a start is that of the press.
 *
 * Its `host` is the control page: `now`, `uncertainty`, `perform`, `ask`, `takeReason`.
 */

import { element, setText, withRole } from "../../js/dom.js";
import { formatTimeOfDay } from "../../js/format.js";
import {
  enterRunner, entryForm, massStart, moveStartForm, singleStart, withdrawRunner,
} from "../../js/start-deeds.js";
import { latestRuns, runsOf } from "../../js/sessions.js";
import { reorder } from "../board-table/reorder.js";
import { inOrderOfNumber } from "../../js/start-list.js";
import { EntryForm } from "./entry-form.js";
import { entryHeads, entryLine } from "./entry-line.js";

class ControlStarts extends HTMLElement {
  host = null;
  #title = element("h2");
  #all = element("button", "control primary mass-start");
  #allBox = element("div", "start-all", this.#all);
  #form = new EntryForm((entry, registration) => this.#enter(entry, registration));
  #body = withRole("rowgroup", "div", "entries-body");
  #table = withRole("table", "div", "entries", withRole("rowgroup", "div", "", entryHeads()), this.#body);
  #empty = element("section", "notice-panel", element("h3", "", "Nobody is entered yet"),
    element("p", "", "This is the start list. Type a number and a name above, such as "
      + "“7 Ada Lovelace”, and press Enter; then start one runner, or all at once."));
  #starts = element("ul", "starts");
  #startsTitle = element("h3", "", "Starts");
  #shown = null;
  /** By runner. @type {Map<string, {key: string, entry: object, line: HTMLElement}>} */
  #rows = new Map();
  #startsKey = "";

  connectedCallback() {
    if (this.#table.isConnected) return;
    this.#title.tabIndex = -1;
    this.#table.setAttribute("aria-label", "Start list");
    this.#body.addEventListener("click", this.#onEntry);
    this.#all.type = "button";
    this.#allBox.dataset.actions = "";
    this.#all.addEventListener("click", this.#startAll);
    this.replaceChildren(element("div", "view-head", this.#title, this.#allBox), this.#form.element,
      this.#empty, this.#table, this.#startsTitle, this.#starts);
  }

  /** @param {import("../../js/start-lists.js").StartLists} lists */
  show(board, session, lists) {
    const list = lists.of(session.id);
    this.#shown = { board, session, lists, list };
    const runs = runsIn(session, board, list);
    const entries = entriesOf(list, runs);
    const starts = (list?.starts ?? []).map((start) => ({
      ...start, count: runs.filter((run) => run.startedAt === start.at).length,
    })).toReversed();
    const latest = latestRuns(runs);
    const ready = entries.filter((entry) => !latest.has(entry.runner));
    // Who has run in a session that was over long ago is not told with it.
    const isOver = session.state === "closed" || list?.runs === null;
    setText(this.#title, `Start list of ${session.name}`);
    setText(this.#all, startWords(list, ready));
    const isAtAll = document.activeElement === this.#all;
    this.#all.disabled = list === null || ready.length === 0 || isOver;
    if (isAtAll && this.#all.disabled) this.#title.focus();
    this.#all.hidden = list !== null && entries.length === 0;
    this.#form.setDisabled(session.state === "closed");
    this.#empty.hidden = list === null || entries.length > 0;
    this.#table.hidden = entries.length === 0;
    this.#showEntries(entries, latest, isOver);
    this.#showStarts(starts);
  }

  /** Rows that did not change stay; the hand stays where it is, or goes on to the next row. */
  #showEntries(entries, latest, isOver) {
    const before = this.#rows;
    const active = this.#body.contains(document.activeElement) ? document.activeElement : null;
    const at = active && { act: active.dataset.act, runner: active.closest(".entry").dataset.runner };
    const { id } = this.#shown.session;
    this.#rows = new Map(entries.map((entry) => {
      const run = latest.get(entry.runner);
      const key = JSON.stringify([id, isOver, entry, run?.status]);
      const known = before.get(entry.runner);
      if (known?.key === key) return [entry.runner, known];
      return [entry.runner, { key, entry, line: entryLine(entry, run, isOver) }];
    }));
    const lines = [...this.#rows.values()].map(({ line }) => line);
    const isSame = lines.length === this.#body.children.length
      && lines.every((line, index) => this.#body.children[index] === line);
    if (isSame) return;
    const index = at && [...before.keys()].indexOf(at.runner);
    reorder(this.#body, lines, { animated: false });
    if (at && document.activeElement !== active) this.#focusNear(at, index);
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

  #onEntry = ({ target }) => {
    const button = target.closest("[data-act]");
    if (!button) return;
    const { entry } = this.#rows.get(button.closest(".entry").dataset.runner);
    const { session } = this.#shown;
    if (button.dataset.act === "start") this.#startOne(entry, button);
    if (button.dataset.act === "edit") this.host.ask(entryForm(session, entry));
    if (button.dataset.act === "withdraw") this.host.perform(withdrawRunner(session, entry), button);
  };

  #startLine(start) {
    const name = formatTimeOfDay(start.at, 3);
    const move = element("button", "control", "Move…");
    move.type = "button";
    move.setAttribute("aria-label", `Move the start of ${name}`);
    move.addEventListener("click", () => this.host.ask(moveStartForm(start, start.count)));
    const count = start.count === 1 ? "1 run" : `${start.count} runs`;
    return element("li", "start", element("strong", "", name), element("span", "", count), move);
  }

  /** Entering someone again changes the entry, and keeps what the form does not ask. */
  async #enter(entry, registration) {
    const { session, lists } = this.#shown;
    const list = await lists.known(session.id);
    // Another track was turned to meanwhile; what was typed stays.
    if (list === null) return false;
    const old = list.entries.find((each) => each.runner === entry.runner) ?? null;
    const deed = enterRunner(session, { transponders: old?.transponders ?? [], ...entry }, registration, old);
    return this.host.perform(deed, this.#form.element);
  }

  #startAll = () => {
    const at = this.host.now;
    if (at === null) return;
    const { board, session, list } = this.#shown;
    const runs = runsIn(session, board, list);
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

/** The session's runs as the board has them; those that it does not show, as the list had them. */
function runsIn(session, board, list) {
  const runs = new Map((list?.runs ?? []).map((run) => [run.id, run]));
  for (const run of runsOf(board, session)) runs.set(run.id, run);
  return [...runs.values()];
}

function startWords(list, ready) {
  if (list === null) return "Asking for the start list…";
  if (ready.length === 0) return "Everyone has started";
  return ready.length === 1 ? "Start 1 runner now" : `Start all ${ready.length} now`;
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

customElements.define("control-starts", ControlStarts);
