/**
 * `<control-close>`: the places and verdicts that are too close to call, below what needs attention. They
 * are for information: a line with their count where there are many, and a list when it is opened.
 */

import { element, setText } from "../../js/dom.js";
import { PinnedLines, runButton } from "../control-attention/pinned-lines.js";

/** So many stand there without being asked for. */
const FEW = 3;
/** So many at most are listed: those below are put aside, or become fewer, first. */
const AT_MOST = 100;

class ControlClose extends HTMLElement {
  #count = element("span", "count");
  #toggle = element("button", "close-toggle");
  #lines = new PinnedLines("close-item");
  #more = element("p", "hint");
  /** What a person chose; `null` before that. */
  #isOpen = null;
  #shown = [];

  connectedCallback() {
    if (this.#toggle.isConnected) return;
    this.#toggle.type = "button";
    const glyph = element("span", "close-glyph", "≈");
    glyph.setAttribute("aria-hidden", "true");
    this.#toggle.append(glyph, "Too close to call ", this.#count);
    this.#toggle.addEventListener("click", () => {
      this.#isOpen = this.#lines.list.hidden;
      this.show(this.#shown);
    });
    this.replaceChildren(element("h2", "", this.#toggle), this.#lines.list, this.#more);
  }

  /** @param {import("../../js/close-calls.js").CloseCall[]} calls */
  show(calls) {
    this.#shown = calls;
    this.hidden = calls.length === 0;
    setText(this.#count, String(calls.length));
    const isOpen = this.#isOpen ?? calls.length <= FEW;
    this.#toggle.setAttribute("aria-expanded", String(isOpen));
    const listed = isOpen ? calls.slice(0, AT_MOST) : [];
    this.#lines.show(listed.map((call) => ({
      key: call.key, of: call.of, make: () => ({ words: words(call), actions: [dismissal(call)] }),
    })));
    this.#lines.list.hidden = !isOpen;
    const left = isOpen ? calls.length - listed.length : 0;
    this.#more.hidden = left === 0;
    setText(this.#more, `and ${left} more`);
  }
}

function words(call) {
  return element("p", "pinned-words", element("strong", "", call.what), " ", runButton(call.run), " ",
    ...call.detail().map((part) => element("bdi", "", part)));
}

const dismissal = ({ key, what }) => ({
  key: "d", label: "Dismiss", words: `Dismiss: ${what} is too close to call`, dismiss: true, item: key,
});

customElements.define("control-close", ControlClose);
