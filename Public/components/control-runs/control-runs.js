/**
 * `<control-runs>`: the table of a session's runs. One DOM row a run for as long as it is shown; only
 * what changed is written, and running clocks are drawn each frame into text nodes.
 *
 * Arrow keys move through the rows, Enter opens one. Fires `open-run` (detail: run id).
 */

import { withRole } from "../../js/dom.js";
import { QuietHand } from "../board-table/quiet-hand.js";
import { reorder } from "../board-table/reorder.js";
import { moveFocus } from "../control-page/action-buttons.js";
import { RunLine } from "./run-line.js";

const HEADS = [
  ["place", "P", "Place"], ["number", "#", "Number"], ["runner", "Runner"], ["status", "Status"],
  ["last", "Last split"], ["next", "Next"], ["total", "Time"], ["gap", "Gap"], ["marks", "Marks"],
];

class ControlRuns extends HTMLElement {
  /** @type {Map<string, RunLine>} */
  #lines = new Map();
  #body = withRole("rowgroup", "div", "runs-body");
  #order = [];
  #hand = new QuietHand(this);
  #inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const line = this.#lines.get(target.dataset.run);
      if (line) line.isInView = isIntersecting;
    }
  }, { rootMargin: "64px" });

  connectedCallback() {
    if (!this.#body.isConnected) {
      const heads = HEADS.map(([name, text, label]) => {
        const head = withRole("columnheader", "div", name, text);
        if (label) head.title = label;
        return head;
      });
      const table = withRole("table", "div", "runs-table", withRole("rowgroup", "div", "",
        withRole("row", "div", "run-line head", ...heads)), this.#body);
      table.setAttribute("aria-label", "Runs");
      this.replaceChildren(table);
    }
    this.#body.addEventListener("keydown", this.#onKey);
    this.#hand.start();
  }

  disconnectedCallback() {
    this.#body.removeEventListener("keydown", this.#onKey);
    this.#hand.stop();
  }

  /**
   * @param {import("../../js/control-rows.js").ControlRow[]} rows
   * @param {string|null} open run
   * @param {{runs: Map<string, object>, isAsked: boolean}} more `runs` of the board: the lines of those
   *   that are not shown now are kept; `isAsked` where they are to move at once, whoever's hand is there
   */
  show(rows, open, { runs, isAsked }) {
    for (const row of rows) {
      let line = this.#lines.get(row.run.id);
      if (!line) {
        line = new RunLine(row.run.id);
        this.#lines.set(row.run.id, line);
        this.#inView.observe(line.element);
      }
      line.show(row, row.run.id === open);
    }
    for (const [id, line] of this.#lines) {
      if (runs.has(id)) continue;
      this.#inView.unobserve(line.element);
      line.element.remove();
      this.#lines.delete(id);
    }
    this.#order = rows.map((row) => row.run.id);
    this.#settleOrder(isAsked);
  }

  /** Draws the running clocks that can be seen. @param {number|null} now server microseconds */
  drawClocks(now) {
    if (now === null) return;
    for (const line of this.#lines.values()) if (line.isInView) line.drawClock(now);
  }

  focusRun(id = this.#order[0]) {
    const button = this.#lines.get(id)?.button ?? this.#lines.get(this.#order[0])?.button;
    if (!button) return false;
    for (const each of this.#buttons()) each.tabIndex = each === button ? 0 : -1;
    button.focus();
    return true;
  }

  #buttons() {
    return this.#order.map((id) => this.#lines.get(id)?.button).filter(Boolean);
  }

  #settleOrder(isAsked = false) {
    if (this.#hand.isBusy && !isAsked) return this.#hand.whenQuiet(() => this.#settleOrder());
    const lines = this.#order.map((id) => this.#lines.get(id)?.element).filter(Boolean);
    reorder(this.#body, lines, { animated: false });
    const buttons = this.#buttons();
    if (!buttons.some((each) => each.tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0;
  }

  #onKey = (event) => moveFocus(event, this.#buttons());
}

customElements.define("control-runs", ControlRuns);
