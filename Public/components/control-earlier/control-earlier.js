/**
 * `<control-earlier>`: the runs of a track that are over, from all its sessions, newest first, so that
 * one that is no longer on the board can be corrected. One DOM row a run for as long as it is shown.
 *
 * Arrow keys move through the rows, Enter opens one. Fires `open-earlier` (detail: run id),
 * `more-earlier`, `newer-runs`, and `earlier-again` to ask again what had no answer.
 */

import { element, setText, withRole } from "../../js/dom.js";
import { earlierRows, hasNewer, leftBehind, listWords } from "../../js/earlier-rows.js";
import { reorder } from "../board-table/reorder.js";
import { moveFocus } from "../control-page/action-buttons.js";
import { EarlierLine } from "./earlier-line.js";

const HEADS = [
  ["number", "#", "Number"], ["runner", "Runner"], ["result", "Time", "Time or status"],
  ["session", "Session"], ["when", "Ended"], ["marks", "Marks"],
];

class ControlEarlier extends HTMLElement {
  /** @type {Map<string, EarlierLine>} */
  #lines = new Map();
  #title = element("h2", "", "Earlier runs");
  #words = element("p", "hint");
  #table = withRole("table", "div", "earlier-table");
  #body = withRole("rowgroup", "div", "earlier-body");
  #none = element("section", "notice-panel");
  #noneTitle = element("h3");
  #noneWords = element("p");
  #trouble = element("p", "refusal");
  #status = element("p", "hint");
  #foot = element("div", "earlier-foot");
  #newer = button("Show newer runs", "newer-runs");
  #more = button("Show earlier runs", "more-earlier");
  #again = button("Ask again", "earlier-again");
  /** The rows that are shown, and of what: a board changes many times a second, a history seldom. */
  #shown = null;
  /** The last run before more were asked for: the hand goes on to the next one. */
  #last = null;

  connectedCallback() {
    if (this.#title.isConnected) return;
    this.#title.tabIndex = -1;
    this.#status.setAttribute("role", "status");
    this.#trouble.setAttribute("role", "alert");
    const heads = HEADS.map(([name, text, label]) => {
      const head = withRole("columnheader", "div", name, text);
      if (label) head.title = label;
      return head;
    });
    this.#table.setAttribute("aria-label", "Earlier runs");
    this.#table.append(withRole("rowgroup", "div", "",
      withRole("row", "div", "earlier-line head", ...heads)), this.#body);
    this.#foot.append(this.#status, this.#more);
    this.#none.append(this.#noneTitle, this.#noneWords);
    this.replaceChildren(element("div", "view-head", this.#title, this.#newer), this.#words,
      element("div", "earlier-trouble", this.#trouble, this.#again), this.#none, this.#table,
      this.#foot);
    this.addEventListener("keydown", this.#onKey);
    this.#more.addEventListener("click", () => {
      this.#last = this.#body.lastElementChild?.dataset.run ?? null;
    });
  }

  /**
   * @param {import("../../js/earlier-runs.js").EarlierRuns} earlier
   * @param {{search: string, open: string|null, fault: Error|null}} look what is looked for, the open
   *   run, and why it could not be read
   */
  show(board, earlier, { search, open, fault }) {
    const runs = leftBehind(earlier.runs ?? [], board);
    const of = [earlier.runs, runs.length, search, open];
    if (!this.#shown || this.#shown.of.some((each, at) => each !== of[at])) {
      this.#shown = { of, rows: earlierRows(runs, search) };
      this.#showRows(this.#shown.rows, open);
    }
    const { rows } = this.#shown;
    setText(this.#words, `The runs of ${board.track.name} that are over, from all its sessions, and who is `
      + "still out in a session that the board has left. Correct one that is no longer on the board, or "
      + "restore one that was voided.");
    const { hasMore } = earlier;
    this.#showNone(board, { runs: earlier.runs && runs, hasMore }, rows, search);
    this.#showTrouble(earlier.fault, fault);
    this.#showButtons(earlier, hasNewer(board, earlier));
    const loaded = runs.length;
    setText(this.#status, earlier.isAsking && earlier.runs === null ? "Asking for the runs…"
      : loaded === 0 ? "" : listWords({ shown: rows.length, loaded, hasMore, search }));
    this.#foot.classList.toggle("blank", this.#table.hidden);
    this.#table.setAttribute("aria-busy", String(earlier.isAsking));
  }

  /** A button that goes while it has the focus hands it on to the runs that it has brought. */
  #showButtons(earlier, isOutdated) {
    if (earlier.runs === null) this.#more.hidden = this.#newer.hidden = true;
    if (earlier.isAsking) return;
    const at = document.activeElement;
    this.#more.hidden = !earlier.hasMore;
    this.#newer.hidden = !isOutdated;
    const next = this.#last && this.#lines.get(this.#last)?.element.nextElementSibling;
    this.#last = null;
    if (at === this.#more && next) this.focusRun(next.dataset.run);
    else if ([this.#more, this.#newer].includes(at) && at.hidden) this.focusRun();
  }

  #showTrouble(ofList, ofRun) {
    const words = ofList ? `The runs could not be read. ${ofList.message}`
      : ofRun ? `The run could not be read. ${ofRun.message}` : "";
    setText(this.#trouble, words);
    const hadFocus = document.activeElement === this.#again;
    this.#again.hidden = words === "";
    if (hadFocus && words === "") this.focusRun();
  }

  #showNone({ track }, { runs, hasMore }, rows, search) {
    this.#none.hidden = runs === null || rows.length > 0;
    this.#table.hidden = rows.length === 0;
    if (this.#none.hidden) return;
    const isFiltered = runs.length > 0;
    setText(this.#noneTitle, isFiltered ? "Nobody found" : "No run has ended yet");
    setText(this.#noneWords, !isFiltered
      ? `Each run of ${track.name} will stand here once it is over, and stay here when its session has `
        + "made room on the board for the next one."
      : `No run that is loaded has “${search.trim()}” in its number or name. Clear the field to see all`
        + (hasMore ? ", or show earlier runs to look further back." : "."));
  }

  #showRows(rows, open) {
    const seen = new Set();
    const focused = this.#lines.get(document.activeElement?.closest(".earlier-line")?.dataset.run);
    for (const row of rows) {
      seen.add(row.run.id);
      if (!this.#lines.has(row.run.id)) this.#lines.set(row.run.id, new EarlierLine(row.run.id));
      this.#lines.get(row.run.id).show(row, row.run.id === open);
    }
    for (const id of [...this.#lines.keys()]) if (!seen.has(id)) this.#lines.delete(id);
    reorder(this.#body, rows.map(({ run }) => this.#lines.get(run.id).element), { animated: false });
    const buttons = this.#buttons();
    if (!buttons.some((each) => each.tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0;
    if (focused && !focused.element.isConnected) this.focusRun();
  }

  /** Goes to the line of a run or, without it, to the first one, or to the title. */
  focusRun(id = null) {
    const buttons = this.#buttons();
    const button = this.#lines.get(id)?.button ?? buttons[0];
    if (!button) return this.#title.focus();
    for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
    button.focus();
  }

  #buttons() {
    return [...this.#body.querySelectorAll(".run-open")];
  }

  #onKey = (event) => {
    if (event.target === this.#title && event.key === "ArrowDown") {
      event.preventDefault();
      return this.focusRun();
    }
    if (this.#body.contains(event.target)) moveFocus(event, this.#buttons());
  };
}

function button(text, event) {
  const result = element("button", "control", text);
  result.type = "button";
  result.hidden = true;
  result.addEventListener("click", () => {
    result.dispatchEvent(new CustomEvent(event, { bubbles: true }));
  });
  return result;
}

customElements.define("control-earlier", ControlEarlier);
