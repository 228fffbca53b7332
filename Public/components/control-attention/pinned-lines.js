/**
 * Lines that are pinned above the runs, each with what can be done about it. A line stays the same element
 * while it stands, and the hand goes on to the next where one goes.
 *
 * Fires `act` from their buttons and keys, `open-run` (detail: run id), and `all-done` when the last one goes
 * from under the hand.
 */

import { element } from "../../js/dom.js";
import { runName } from "../../js/desk-words.js";
import { actionButtons, moveFocus, pressKey } from "../control-page/action-buttons.js";

/**
 * @typedef {object} PinnedLine
 * @property {string} key the same for the same thing
 * @property {unknown[]} of what it is made from: the same values mean the same line
 * @property {() => {words: HTMLElement, actions: import("../../js/control-actions.js").Action[]}} make
 */

export class PinnedLines {
  list = element("ul", "pinned-list");
  /** @type {Map<string, {element: HTMLElement, actions: object[], of: unknown[]}>} */
  #items = new Map();
  #className;

  constructor(className) {
    this.#className = className;
    this.list.addEventListener("keydown", this.#onKey);
  }

  /** @param {PinnedLine[]} lines */
  show(lines) {
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.closest("li") : null;
    const before = [...this.list.children].indexOf(focused);
    const wanted = lines.map((line) => this.#element(line));
    const keys = new Set(lines.map((line) => line.key));
    for (const key of this.#items.keys()) if (!keys.has(key)) this.#items.delete(key);
    const isSame = wanted.length === this.list.children.length
      && wanted.every((each, at) => this.list.children[at] === each);
    if (isSame) return;
    this.list.replaceChildren(...wanted);
    if (!wanted.some((each) => each.tabIndex === 0) && wanted[0]) wanted[0].tabIndex = 0;
    // What was looked at is done with: the hand goes on to the next.
    if (before >= 0) this.#focusAt(before, focused);
  }

  /** Where the hand was, or what took its place. */
  #focusAt(index, focused) {
    const lines = [...this.list.children];
    const next = lines.includes(focused) ? focused : lines[Math.min(index, lines.length - 1)];
    if (next) this.#focusLine(next);
    else this.list.dispatchEvent(new CustomEvent("all-done", { bubbles: true }));
  }

  focusFirst() {
    if (this.list.firstElementChild) this.#focusLine(this.list.firstElementChild);
  }

  #focusLine(line) {
    for (const each of this.list.children) each.tabIndex = each === line ? 0 : -1;
    line.focus();
  }

  #element({ key, of, make }) {
    const known = this.#items.get(key);
    if (known?.of.every((each, at) => each === of[at])) return known.element;
    const line = known?.element ?? element("li", `pinned-item ${this.#className}`);
    const { words, actions } = make();
    line.dataset.key = key;
    const isFocusInside = line.contains(document.activeElement);
    const focusedKey = isFocusInside ? document.activeElement.dataset.key : null;
    line.replaceChildren(words, actionButtons(actions));
    if (!known) line.tabIndex = -1;
    if (isFocusInside) {
      (line.querySelector(`button[data-key="${CSS.escape(focusedKey)}"]`) ?? line).focus();
    }
    this.#items.set(key, { element: line, actions, of });
    return line;
  }

  #onKey = (event) => {
    const line = event.target.closest("li");
    const item = line && this.#items.get(line.dataset.key);
    if (!item || pressKey(event, item.actions, line)) return;
    if (event.target === line) moveFocus(event, [...this.list.children]);
  };
}

/** A run's name that opens it. */
export function runButton(run) {
  const button = element("button", "link-button", element("bdi", "", runName(run)));
  button.type = "button";
  button.addEventListener("click", () => button.dispatchEvent(
    new CustomEvent("open-run", { bubbles: true, detail: run.id })));
  return button;
}
