/** One run in race control's table: a row that is written only where it differs. */

import { element, setText, withRole } from "../../js/dom.js";
import { clockParts, MINUS } from "../../js/format.js";
import { runName } from "../../js/desk-words.js";
import { timeBetween } from "../../js/stopwatch.js";
import { verdictLook } from "../../js/verdict.js";

export class RunLine {
  element = withRole("row", "div", "run-line");
  button = element("button", "run-open");
  isInView = true;

  #row = null;
  #isOpen = null;
  #name = element("span", "run-name");
  #clockText = document.createTextNode("");
  #fractionText = document.createTextNode("");
  #lastTime = element("span");
  #lastName = element("bdi", "last-name");
  #cells = {};

  constructor(id) {
    this.element.dataset.run = id;
    this.button.type = "button";
    this.button.tabIndex = -1;
    // A name that has no room is cut off at its end, whichever way it is written.
    this.button.dir = "auto";
    this.button.append(this.#name);
    const fraction = element("span", "fraction");
    fraction.append(this.#fractionText);
    for (const name of ["place", "number", "runner", "status", "last", "next", "total", "gap", "marks"]) {
      this.#cells[name] = withRole("cell", "div", name);
    }
    this.#cells.runner.append(this.button);
    this.#cells.total.append(this.#clockText, fraction);
    this.#cells.last.append(element("div", "last-split", this.#lastTime, this.#lastName));
    this.element.append(...Object.values(this.#cells));
    this.element.addEventListener("click", () => this.button.dispatchEvent(
      new CustomEvent("open-run", { bubbles: true, detail: id })));
  }

  /** @param {import("../../js/control-rows.js").ControlRow} row */
  show(row, isOpen) {
    if (isOpen !== this.#isOpen) {
      this.#isOpen = isOpen;
      this.element.classList.toggle("open", isOpen);
      this.button.setAttribute("aria-expanded", String(isOpen));
    }
    if (row === this.#row) return;
    this.#row = row;
    const { run, last } = row;
    this.element.dataset.status = run.status;
    setText(this.#cells.place, row.place);
    setText(this.#cells.number, run.number ?? "");
    setText(this.#name, run.runner.name || run.runner.id);
    this.button.title = runName(run);
    setText(this.#cells.status, row.status);
    const look = verdictLook(last?.verdict);
    setText(this.#lastName, last?.name ?? "");
    setText(this.#lastTime, last ? `${last.close ? "≈" : ""}${look.glyph} ${last.time}` : "");
    this.#lastTime.className = `last-time verdict ${look.className}`;
    this.#lastTime.title = look.word;
    setText(this.#cells.next, row.next);
    setText(this.#cells.gap, row.gap);
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
    this.#cells.marks.replaceChildren(...marks);
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
