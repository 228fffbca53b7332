/** One run of the history in race control's list: a row that is written only where it differs. */

import { element, setText, spoken } from "../../js/dom.js";
import { DeskLine } from "../control-runs/desk-line.js";

const KIND = {
  className: "earlier-line", cells: ["number", "runner", "result", "session", "when", "marks"],
  event: "open-earlier",
};

export class EarlierLine extends DeskLine {
  #row = null;
  #session = element("bdi");

  constructor(id) {
    super(id, KIND);
    this.cells.session.append(this.#session);
  }

  /** @param {import("../../js/earlier-rows.js").EarlierRow} row */
  show(row, isOpen) {
    this.showOpen(isOpen);
    const { run, when, result, words } = row;
    if (run === this.#row?.run && when === this.#row.when) return;
    this.#row = row;
    this.element.classList.toggle("voided", run.voided);
    this.showWho(run);
    setText(this.#session, run.session.name);
    this.cells.session.title = run.session.name;
    setText(this.cells.when, when);
    this.cells.result.replaceChildren(result, ...(words && words !== result ? [spoken(` ${words}`)] : []));
    this.cells.marks.replaceChildren(
      ...(run.voided ? [element("span", "mark aside", "voided")] : []),
      ...(run.corrected ? [element("span", "mark", "corrected")] : []));
  }
}
