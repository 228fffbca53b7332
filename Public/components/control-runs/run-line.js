/** One run in race control's table: a row that is written only where it differs. */

import { element, setText } from "../../js/dom.js";
import { clockParts, MINUS } from "../../js/format.js";
import { timeBetween } from "../../js/stopwatch.js";
import { verdictLook } from "../../js/verdict.js";
import { DeskLine } from "./desk-line.js";

const KIND = {
  className: "run-line",
  cells: ["place", "number", "runner", "status", "last", "next", "total", "gap", "marks"],
  event: "open-run",
};

export class RunLine extends DeskLine {
  isInView = true;

  #row = null;
  #clockText = document.createTextNode("");
  #fractionText = document.createTextNode("");
  #lastTime = element("span");
  #lastName = element("bdi", "last-name");

  constructor(id) {
    super(id, KIND);
    const fraction = element("span", "fraction");
    fraction.append(this.#fractionText);
    this.cells.total.append(this.#clockText, fraction);
    this.cells.last.append(element("div", "last-split", this.#lastTime, this.#lastName));
  }

  /** @param {import("../../js/control-rows.js").ControlRow} row */
  show(row, isOpen) {
    this.showOpen(isOpen);
    if (row === this.#row) return;
    this.#row = row;
    const { run, last } = row;
    this.element.dataset.status = run.status;
    setText(this.cells.place, (row.placeClose ? "≈" : "") + row.place);
    this.cells.place.title = row.placeClose ? "within the uncertainty" : "";
    this.showWho(run);
    setText(this.cells.status, row.status);
    const look = verdictLook(last?.verdict);
    setText(this.#lastName, last?.name ?? "");
    setText(this.#lastTime, last ? `${last.close ? "≈" : ""}${look.glyph} ${last.time}` : "");
    this.#lastTime.className = `last-time verdict ${look.className}`;
    this.#lastTime.title = last?.close ? `${look.word}, within the uncertainty` : look.word;
    setText(this.cells.next, row.next);
    setText(this.cells.gap, row.gap);
    this.#showMarks(row);
    if (run.status !== "running") {
      const point = row.time.indexOf(".");
      this.#clockText.data = point < 0 ? row.time : row.time.slice(0, point);
      this.#fractionText.data = point < 0 ? "" : row.time.slice(point);
    }
  }

  #showMarks({ aside, corrected, run }) {
    const marks = [];
    if (aside > 0) marks.push(element("span", "mark aside", `! ${aside} aside`));
    if (corrected) marks.push(element("span", "mark", "corrected"));
    if (run.startedAt == null) marks.push(element("span", "mark aside", "! no start"));
    this.cells.marks.replaceChildren(...marks);
  }

  /** Tenths: finer digits would only flicker where all clocks are to be read. */
  drawClock(now) {
    const run = this.#row?.run;
    if (run?.status !== "running") return;
    const elapsed = timeBetween(run.startedAt, now, run.held ?? []);
    const { whole, fraction } = clockParts(Math.abs(elapsed), 1);
    const text = (elapsed < 0 ? MINUS : "") + whole;
    if (this.#clockText.data !== text) this.#clockText.data = text;
    if (this.#fractionText.data !== fraction) this.#fractionText.data = fraction;
  }
}
