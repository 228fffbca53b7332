/**
 * `<control-attention>`: what needs race control's eye, pinned above the runs. Each line says what it
 * is and carries what can be done about it; it stays the same element while it stands.
 *
 * Fires `act` from its buttons and keys, and `open-run` (detail: run id).
 */

import { attentionActions } from "../../js/control-actions.js";
import { element, setText } from "../../js/dom.js";
import { runName } from "../../js/desk-words.js";
import { actionButtons, moveFocus, pressKey } from "../control-page/action-buttons.js";

class ControlAttention extends HTMLElement {
  #title = element("h2", "", "Needs attention");
  #count = element("span", "count");
  #list = element("ul", "attention-list");
  /** @type {Map<string, {element: HTMLElement, actions: object[], of: unknown[]}>} */
  #items = new Map();

  connectedCallback() {
    if (this.#list.isConnected) return;
    this.#title.append(" ", this.#count);
    this.#list.addEventListener("keydown", this.#onKey);
    this.replaceChildren(this.#title, this.#list);
  }

  /** @param {import("../../js/attention.js").AttentionItem[]} items */
  show(items, board, session) {
    this.hidden = items.length === 0;
    setText(this.#count, String(items.length));
    const focused = this.#list.contains(document.activeElement)
      ? document.activeElement.closest("li") : null;
    const before = [...this.#list.children].indexOf(focused);
    const wanted = items.map((item) => this.#line(item, board, session));
    const keys = new Set(items.map((item) => item.key));
    for (const key of this.#items.keys()) if (!keys.has(key)) this.#items.delete(key);
    const isSame = wanted.length === this.#list.children.length
      && wanted.every((each, at) => this.#list.children[at] === each);
    if (isSame) return;
    this.#list.replaceChildren(...wanted);
    if (!wanted.some((each) => each.tabIndex === 0) && wanted[0]) wanted[0].tabIndex = 0;
    // What was looked at is done with: the hand goes on to the next.
    if (before >= 0) this.#focusAt(before, focused);
  }

  /** Where the hand was, or what took its place. */
  #focusAt(index, focused) {
    const lines = [...this.#list.children];
    const next = lines.includes(focused) ? focused : lines[Math.min(index, lines.length - 1)];
    if (next) this.#focusLine(next);
    else this.dispatchEvent(new CustomEvent("all-done", { bubbles: true }));
  }

  focusFirst() {
    if (this.#list.firstElementChild) this.#focusLine(this.#list.firstElementChild);
  }

  #focusLine(line) {
    for (const each of this.#list.children) each.tabIndex = each === line ? 0 : -1;
    line.focus();
  }

  #line(item, board, session) {
    const known = this.#items.get(item.key);
    const of = [item.run, item.split, item.detail, board.runs.size];
    if (known && known.of.every((each, at) => each === of[at])) return known.element;
    const line = known?.element ?? element("li", "attention-item");
    const actions = attentionActions(board, session, item);
    line.dataset.kind = item.kind;
    line.dataset.key = item.key;
    const isFocusInside = line.contains(document.activeElement);
    const focusedKey = isFocusInside ? document.activeElement.dataset.key : null;
    line.replaceChildren(this.#words(item), actionButtons(actions));
    if (!known) line.tabIndex = -1;
    if (isFocusInside) {
      (line.querySelector(`button[data-key="${CSS.escape(focusedKey)}"]`) ?? line).focus();
    }
    this.#items.set(item.key, { element: line, actions, of });
    return line;
  }

  #words(item) {
    const glyph = element("span", "attention-glyph", "!");
    glyph.setAttribute("aria-hidden", "true");
    const who = item.run ? element("button", "link-button", element("bdi", "", runName(item.run)))
      : null;
    if (who) {
      who.type = "button";
      who.addEventListener("click", () => who.dispatchEvent(
        new CustomEvent("open-run", { bubbles: true, detail: item.run.id })));
    }
    return element("p", "attention-words", glyph, element("strong", "", item.what), " ",
      ...(who ? [who, " "] : []), element("bdi", "attention-detail", item.detail));
  }

  #onKey = (event) => {
    const line = event.target.closest("li");
    const item = line && this.#items.get(line.dataset.key);
    if (!item || pressKey(event, item.actions, line)) return;
    if (event.target === line) moveFocus(event, [...this.#list.children]);
  };
}

customElements.define("control-attention", ControlAttention);
