/** A line of one of race control's tables of runs: its cells by name, and the button that opens the run. */

import { runName } from "../../js/desk-words.js";
import { element, setText, withRole } from "../../js/dom.js";

export class DeskLine {
  button = element("button", "run-open");
  element;
  cells;
  #name = element("span", "run-name");
  #isOpen = null;

  /**
   * @param {string} id of the run
   * @param {{className: string, cells: string[], event: string}} kind its cells in their order, one of them
   *   `runner`; the event that it fires to open the run (detail: the id)
   */
  constructor(id, { className, cells, event }) {
    this.cells = Object.fromEntries(cells.map((name) => [name, withRole("cell", "div", name)]));
    this.element = withRole("row", "div", className, ...Object.values(this.cells));
    this.element.dataset.run = id;
    this.button.type = "button";
    this.button.tabIndex = -1;
    // A name that has no room is cut off at its end, whichever way it is written.
    this.button.dir = "auto";
    this.button.append(this.#name);
    this.cells.runner.append(this.button);
    this.element.addEventListener("click", () => this.button.dispatchEvent(
      new CustomEvent(event, { bubbles: true, detail: id })));
  }

  showOpen(isOpen) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.element.classList.toggle("open", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  showWho(run) {
    setText(this.cells.number, run.number ?? "");
    setText(this.#name, run.runner.name || run.runner.id);
    this.button.title = runName(run);
  }
}
