/** The checkpoints of a track that is being made: named, in order, the last one the finish. */

import { element, setText } from "../../js/dom.js";

const MOST = 200;

export class CheckpointList {
  element;
  #rows = [];
  #list = element("ol", "checkpoints");
  #add = element("button", "action small", "Add a checkpoint");

  constructor(names) {
    const legend = element("legend", "field-label", "Checkpoints, in the order you pass them");
    this.#add.type = "button";
    this.#add.addEventListener("click", () => this.#insert());
    this.element = element("fieldset", "checkpoint-box", legend, this.#list, this.#add);
    this.#rows = names.map((name) => this.#row(name));
    this.#show();
  }

  get inputs() {
    return this.#rows.map((row) => row.input);
  }

  get names() {
    return this.inputs.map((input) => input.value.trim());
  }

  /** A new one stands before the finish, where a course grows. */
  #insert() {
    const row = this.#row(`Checkpoint ${this.#rows.length}`);
    this.#rows.splice(Math.max(this.#rows.length - 1, 0), 0, row);
    this.#show();
    row.input.focus();
    row.input.select();
  }

  #row(name) {
    const input = Object.assign(element("input", "field"), { value: name, maxLength: 200, dir: "auto" });
    const row = { input, mark: element("span", "finish-mark", "Finish line") };
    const button = (glyph, act) => {
      const result = element("button", "icon-button", glyph);
      result.type = "button";
      result.addEventListener("click", act);
      return result;
    };
    row.up = button("↑", () => this.#move(row, -1));
    row.down = button("↓", () => this.#move(row, 1));
    row.remove = button("✕", () => this.#remove(row));
    input.addEventListener("input", () => this.#label(row));
    row.element = element("li", "checkpoint", input, row.up, row.down, row.remove, row.mark);
    return row;
  }

  #move(row, by) {
    const from = this.#rows.indexOf(row);
    this.#rows.splice(from, 1);
    this.#rows.splice(from + by, 0, row);
    this.#show();
    const button = by < 0 ? row.up : row.down;
    (button.disabled ? row.input : button).focus();
  }

  #remove(row) {
    const index = this.#rows.indexOf(row);
    this.#rows.splice(index, 1);
    this.#show();
    this.#rows[Math.min(index, this.#rows.length - 1)].input.focus();
  }

  #show() {
    this.#list.replaceChildren(...this.#rows.map((row) => row.element));
    this.#add.disabled = this.#rows.length >= MOST;
    for (const row of this.#rows) this.#label(row);
  }

  #label(row) {
    const index = this.#rows.indexOf(row);
    const isLast = index === this.#rows.length - 1;
    const name = row.input.value.trim() || `checkpoint ${index + 1}`;
    row.input.setAttribute("aria-label",
      isLast ? `Checkpoint ${index + 1}, the finish line` : `Checkpoint ${index + 1}`);
    row.up.setAttribute("aria-label", `Move ${name} up`);
    row.down.setAttribute("aria-label", `Move ${name} down`);
    row.remove.setAttribute("aria-label", `Remove ${name}`);
    row.up.disabled = index === 0;
    row.down.disabled = isLast;
    row.remove.disabled = this.#rows.length === 1;
    setText(row.mark, isLast ? "Finish line" : "");
  }
}
