/**
 * `<board-table>`: the board's rows. It keeps one DOM row a run (or a runner) for as long as that is
 * on the board, writes only what changed, and draws the running clocks each frame by writing text
 * nodes, with no layout read and no markup in between.
 *
 * Fires `toggle-star` (detail: runner id) and `step-delta`, `step-gap` from its column heads.
 */

import { columnsKey, deltaLabels } from "../../js/columns.js";
import { element, setText, withRole } from "../../js/dom.js";
import { BoardRow } from "./board-row.js";
import { QuietHand } from "./quiet-hand.js";
import { reorder } from "./reorder.js";

const SKELETON_ROWS = 8;
/** Times from here on have a day before them, and need room for it. */
const DAY = 86_400_000_000;

class BoardTable extends HTMLElement {
  /** @type {Map<string, BoardRow>} */
  #rows = new Map();
  #columnsKey = "";
  #head = null;
  #body = null;
  #deltaHead = null;
  #gapHead = null;
  #order = [];
  #hand = new QuietHand(this);
  #page = null;
  #hasDays = false;
  /** The first start of those that are out. */
  #firstStart = Infinity;
  #inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const row = this.#rows.get(target.dataset.key);
      if (row) row.isInView = isIntersecting;
    }
  }, { rootMargin: "64px" });

  connectedCallback() {
    if (!this.#body) {
      this.setAttribute("role", "table");
      this.#head = withRole("rowgroup", "div", "board-head");
      this.#body = withRole("rowgroup", "div", "board-body");
      this.append(this.#head, this.#body);
      for (let n = 0; n < SKELETON_ROWS; n++) {
        const bone = element("div", "row skeleton", element("span"), element("span"));
        bone.setAttribute("aria-hidden", "true");
        this.#body.append(bone);
      }
    }
    this.#hand.start();
  }

  disconnectedCallback() {
    this.#hand.stop();
  }

  /**
   * Shows rows as they are now.
   * @param {import("../../js/rows.js").Row[]} rows
   * @param {boolean} fresh not a continuation of what is shown: nothing lights up or slides
   */
  show(rows, columns, choices, rounding, fresh) {
    this.#layColumns(columns);
    setText(this.#deltaHead, `Δ ${deltaLabels[choices.delta]}`);
    setText(this.#gapHead, choices.gap === "gap" ? "Gap" : "Interval");
    const seen = new Set();
    for (const model of rows) {
      seen.add(model.key);
      let row = this.#rows.get(model.key);
      if (!row) {
        row = new BoardRow(model.key, columns, this);
        this.#rows.set(model.key, row);
        this.#inView.observe(row.element);
        row.update(model, columns, rounding, true);
      } else {
        row.update(model, columns, rounding, fresh);
      }
    }
    for (const [key, row] of this.#rows) {
      if (seen.has(key)) continue;
      this.#inView.unobserve(row.element);
      row.remove();
      this.#rows.delete(key);
    }
    this.#order = rows.map((model) => model.key);
    const runs = rows.map((model) => model.run);
    this.#hasDays = runs.some((run) => run.finishedAt - run.startedAt >= DAY);
    this.#firstStart = Math.min(...runs.filter((run) => run.status === "running").map((run) => run.startedAt ?? Infinity));
    this.#makeRoom(null);
    this.#settleOrder(fresh);
  }

  #makeRoom(now) {
    if (this.#hasDays || (now !== null && now - this.#firstStart >= DAY)) this.classList.add("days");
  }

  /** Draws every running clock that can be seen. @param {number|null} now server microseconds */
  drawClocks(now) {
    if (now === null) return;
    this.#makeRoom(now);
    for (const row of this.#rows.values()) if (row.isInView) row.drawClocks(now);
  }

  /** Shows one page of `size` rows; `null` shows all. Answers the number of pages. */
  showPage(page, size) {
    this.#page = page === null ? null : { page, size };
    this.#hideOtherPages();
    return size ? Math.max(1, Math.ceil(this.#order.length / size)) : 1;
  }

  /** The height of a row that is in sight, in CSS pixels; 0 where there is none. */
  get rowHeight() {
    return this.#body.querySelector(".row:not([hidden])")?.offsetHeight ?? 0;
  }

  #settleOrder(fresh) {
    if (this.#hand.isBusy && !fresh) {
      this.#hand.whenQuiet(() => this.#settleOrder(false));
      return;
    }
    const elements = this.#order.map((key) => this.#rows.get(key)?.element).filter(Boolean);
    reorder(this.#body, elements, { animated: !fresh });
    this.#hideOtherPages();
  }

  #hideOtherPages() {
    this.#order.forEach((key, index) => {
      const row = this.#rows.get(key);
      const page = this.#page;
      if (row) row.element.hidden = page !== null && Math.floor(index / page.size) !== page.page;
    });
  }

  #layColumns(columns) {
    const key = columnsKey(columns);
    if (key === this.#columnsKey) return;
    this.#columnsKey = key;
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.#body.replaceChildren();
    this.style.setProperty("--cells", String(Math.max(columns.cells.length, 1)));
    this.classList.remove("days");
    this.classList.toggle("lap-race", columns.isLapRace);
    this.classList.toggle("race", columns.isRace);
    this.#deltaHead = headButton("step-delta", "Compare with another: personal best, best, leader");
    this.#gapHead = headButton("step-gap", "Gap to the leader, or interval to the one ahead");
    const names = columns.cells.map(({ name }) => head("cell-time", name));
    const lapHeads = columns.hasLast ? [head("cell-time last", "Last")] : [];
    const laps = columns.isLapRace ? [head("laps", "Laps")] : [];
    this.#head.replaceChildren(withRole("row", "div", "row head",
      head("place", "P", "Place"), head("number", "#", "Number"), head("runner", "Runner"),
      withRole("none", "div", "strip", ...names, ...lapHeads),
      head("time best", "Best"), ...laps, head("time total", "Time"),
      head("gap", this.#gapHead), head("delta", this.#deltaHead)));
  }
}

function head(className, content, label = null) {
  const result = withRole("columnheader", "div", className, content);
  if (typeof content === "string") result.title = label ?? content;
  if (label) result.setAttribute("aria-label", label);
  if (typeof content === "string") result.dir = "auto";
  return result;
}

function headButton(eventName, title) {
  const button = element("button", "head-button");
  button.type = "button";
  button.title = title;
  button.addEventListener("click", () => {
    button.dispatchEvent(new CustomEvent(eventName, { bubbles: true }));
  });
  return button;
}

customElements.define("board-table", BoardTable);
