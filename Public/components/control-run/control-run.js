/**
 * `<control-run>`: one run beside the table: what it is, its captures on a line of time and as a list,
 * and what can be done about it and about each of them.
 *
 * Fires `act` from its buttons and keys, and `close-run`.
 */

import { runActions, splitActions } from "../../js/control-actions.js";
import { element } from "../../js/dom.js";
import { formatTime, formatTimeOfDay, THOUSANDTHS_DOWN } from "../../js/format.js";
import { fullInstant } from "../../js/instants.js";
import { placeName, runName, stateWords, statusWord } from "../../js/desk-words.js";
import { verdictLook } from "../../js/verdict.js";
import { actionButtons, moveFocus, pressKey } from "../control-page/action-buttons.js";
import { timeLine } from "./time-line.js";

class ControlRun extends HTMLElement {
  #title = element("h2", "run-title");
  #facts = element("p", "facts");
  #actionBox = element("div");
  #line = element("div", "time-line");
  #list = element("ul", "captures");
  #empty = element("p", "hint", "No capture yet: each passing of a checkpoint will stand here.");
  #actions = [];
  /** By split: the element, which stays the same one, and what can be done. */
  #captures = new Map();
  #shown = null;

  connectedCallback() {
    if (this.#title.isConnected) return;
    const close = element("button", "control icon-control", "×");
    close.type = "button";
    close.setAttribute("aria-label", "Close this run (Escape)");
    close.addEventListener("click", () => this.#close());
    this.#title.tabIndex = -1;
    this.replaceChildren(element("header", "run-head", this.#title, close), this.#facts,
      this.#actionBox, this.#line, element("h3", "", "Captures"), this.#empty, this.#list);
    this.addEventListener("keydown", this.#onKey);
  }

  /** Shows a run of a board; writes nothing while neither it nor its session has changed. */
  show(board, session, run) {
    const of = [run, board.track, session?.id, board.runs.size];
    if (this.#shown?.every((each, at) => each === of[at])) return;
    this.#shown = of;
    this.setAttribute("aria-label", `Run of ${runName(run)}`);
    this.#title.replaceChildren(element("bdi", "", runName(run)));
    this.#showFacts(board, run);
    this.#showActions(board, run);
    this.#line.replaceChildren(...timeLine(run, board.track));
    this.#showCaptures(board, session, run);
  }

  /** Goes to the first capture, or to the title. */
  focusInside() {
    this.#title.focus();
  }

  #showFacts(board, run) {
    const rounding = board.track.rounding ?? THOUSANDTHS_DOWN;
    // A run of the history is not of this session, and hardly of today.
    const instant = run.sessionName ? fullInstant : (at) => formatTimeOfDay(at, 3);
    const facts = [
      ...(run.sessionName ? [run.sessionName] : []),
      run.voided ? "voided: in no results" : statusWord(run),
      ...(run.place != null ? [`place ${run.place}`] : []),
      run.startedAt == null ? "no start yet" : `started ${instant(run.startedAt)}`,
      ...(run.finishedAt != null ? [`finished ${instant(run.finishedAt)}`] : []),
      ...(run.time != null ? [`time ${formatTime(run.time, rounding)}`] : []),
      ...(run.next ? [`next ${placeName(board.track, run.next)}`] : []),
      ...(run.splitCount > run.splits.length ? [`the last ${run.splits.length} of ${run.splitCount}`] : []),
      ...(run.corrected ? ["corrected"] : []),
    ];
    this.#facts.replaceChildren(...facts.map((fact) => element("bdi", "fact", fact)));
  }

  #showActions(board, run) {
    const focused = this.#focusedKey(this.#actionBox);
    this.#actions = runActions(board, run);
    this.#actionBox.replaceChildren(actionButtons(this.#actions));
    if (focused) this.#focusButton(this.#actionBox, focused);
  }

  #showCaptures(board, session, run) {
    this.#empty.hidden = run.splits.length > 0;
    const active = this.#list.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.closest("li")?.dataset.split;
    const key = active?.dataset.key;
    const before = this.#captures;
    this.#captures = new Map();
    const lines = run.splits.map((split) => {
      const actions = splitActions(board, session, split, run);
      const line = before.get(split.id)?.line ?? element("li", "capture");
      this.#captures.set(split.id, { line, actions });
      line.tabIndex = -1;
      fillLine(line, board, split, actions);
      return line;
    });
    const isSame = lines.length === this.#list.children.length
      && lines.every((line, at) => this.#list.children[at] === line);
    if (!isSame) this.#list.replaceChildren(...lines);
    const stop = lines.find((line) => line.dataset.split === focused) ?? lines.at(-1);
    if (!stop) return active && this.focusInside();
    stop.tabIndex = 0;
    if (!active) return;
    if (key) this.#focusButton(stop, key);
    else stop.focus();
  }

  #focusedKey(box) {
    return box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  }

  /** The button of a key, or the thing that it stood on where that can no more be done. */
  #focusButton(box, key) {
    const button = box.querySelector(`button[data-key="${CSS.escape(key)}"]`);
    (button ?? (box.tabIndex >= 0 ? box : this.#title)).focus();
  }

  #close() {
    this.dispatchEvent(new CustomEvent("close-run", { bubbles: true }));
  }

  #onKey = (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      return this.#close();
    }
    const line = event.target.closest(".captures > li");
    if (line) {
      if (pressKey(event, this.#captures.get(line.dataset.split)?.actions ?? [], line)) return;
      if (event.target === line) moveFocus(event, [...this.#list.children]);
      return;
    }
    if (event.target === this.#title && event.key === "ArrowDown" && this.#list.firstChild) {
      event.preventDefault();
      for (const each of this.#list.children) each.tabIndex = each === this.#list.firstChild ? 0 : -1;
      return this.#list.firstChild.focus();
    }
    pressKey(event, this.#actions, this.#actionBox.firstChild);
  };
}

function fillLine(line, { track }, split, actions) {
  const rounding = track.rounding ?? THOUSANDTHS_DOWN;
  const look = verdictLook(split.segmentVerdict);
  const isClose = (split.close ?? []).includes("segment");
  const verdict = element("span", `verdict ${look.className}`,
    split.segment == null ? "" : `${isClose ? "≈" : ""}${look.glyph} ${formatTime(split.segment, rounding)}`);
  verdict.title = isClose ? `${look.word}, within the uncertainty` : look.word;
  const total = split.split == null ? "" : formatTime(split.split, rounding);
  const words = split.state === "counted" ? "" : stateWords(split.state);
  line.replaceChildren(
    element("p", "capture-words", element("bdi", "capture-name", placeName(track, split)),
      element("span", "capture-at", formatTimeOfDay(split.at, 3)), verdict,
      element("span", "capture-total", total)),
    element("p", "capture-notes", ...(words ? [element("span", "mark aside", words)] : []),
      ...(split.corrected ? [element("span", "mark", "corrected")] : []),
      element("span", "hint", `± ${(split.uncertainty / 1e6).toFixed(2)} s`)),
    actionButtons(actions));
  line.dataset.split = split.id;
  line.dataset.state = split.state;
}

customElements.define("control-run", ControlRun);
