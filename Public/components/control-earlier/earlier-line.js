/** One run of the history in race control's list: a row that is written only where it differs. */

import { element, setText, spoken, withRole } from "../../js/dom.js";
import { runName } from "../../js/desk-words.js";

export class EarlierLine {
  element = withRole("row", "div", "earlier-line");
  button = element("button", "run-open");

  #row = null;
  #isOpen = null;
  #name = element("span", "run-name");
  #session = element("bdi");
  #cells = {};

  constructor(id) {
    this.element.dataset.run = id;
    this.button.type = "button";
    this.button.tabIndex = -1;
    // A name that has no room is cut off at its end, whichever way it is written.
    this.button.dir = "auto";
    this.button.append(this.#name);
    for (const name of ["number", "runner", "result", "session", "when", "marks"]) {
      this.#cells[name] = withRole("cell", "div", name);
    }
    this.#cells.runner.append(this.button);
    this.#cells.session.append(this.#session);
    this.element.append(...Object.values(this.#cells));
    this.element.addEventListener("click", () => this.button.dispatchEvent(
      new CustomEvent("open-earlier", { bubbles: true, detail: id })));
  }

  /** @param {import("../../js/earlier-rows.js").EarlierRow} row */
  show(row, isOpen) {
    if (isOpen !== this.#isOpen) {
      this.#isOpen = isOpen;
      this.element.classList.toggle("open", isOpen);
      this.button.setAttribute("aria-expanded", String(isOpen));
    }
    const { run, when, result, words } = row;
    if (run === this.#row?.run && when === this.#row.when) return;
    this.#row = row;
    this.element.classList.toggle("voided", run.voided);
    setText(this.#cells.number, run.number ?? "");
    setText(this.#name, run.runner.name || run.runner.id);
    this.button.title = runName(run);
    setText(this.#session, run.session.name);
    this.#cells.session.title = run.session.name;
    setText(this.#cells.when, when);
    this.#cells.result.replaceChildren(result, ...(words && words !== result ? [spoken(` ${words}`)] : []));
    this.#cells.marks.replaceChildren(
      ...(run.voided ? [element("span", "mark aside", "voided")] : []),
      ...(run.corrected ? [element("span", "mark", "corrected")] : []));
  }
}
