/**
 * `<control-attention>`: what needs race control's eye, pinned above the runs. Each line says what it
 * is and carries what can be done about it.
 */

import { attentionActions } from "../../js/control-actions.js";
import { element, setText } from "../../js/dom.js";
import { PinnedLines, runButton } from "./pinned-lines.js";

class ControlAttention extends HTMLElement {
  #title = element("h2", "", "Needs attention");
  #count = element("span", "count");
  #lines = new PinnedLines("attention-item");

  connectedCallback() {
    if (this.#title.isConnected) return;
    this.#title.append(" ", this.#count);
    this.replaceChildren(this.#title, this.#lines.list);
  }

  /** @param {import("../../js/attention.js").AttentionItem[]} items */
  show(items, board, session) {
    this.hidden = items.length === 0;
    setText(this.#count, String(items.length));
    this.#lines.show(items.map((item) => ({
      key: item.key,
      of: [item.run, item.split, item.detail, board.runs.size],
      make: () => ({ words: words(item), actions: attentionActions(board, session, item) }),
    })));
  }

  focusFirst() {
    this.#lines.focusFirst();
  }
}

function words(item) {
  const glyph = element("span", "attention-glyph", "!");
  glyph.setAttribute("aria-hidden", "true");
  return element("p", "pinned-words", glyph, element("strong", "", item.what), " ",
    ...(item.run ? [runButton(item.run), " "] : []), element("bdi", "attention-detail", item.detail));
}

customElements.define("control-attention", ControlAttention);
