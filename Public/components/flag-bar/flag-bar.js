/**
 * `<flag-bar>`: the state of the race across the whole page, the flag's word in it. Its colours are
 * those of flags and its shape is a bar, so that it is never taken for a verdict.
 */

import { element, setText } from "../../js/dom.js";

class FlagBar extends HTMLElement {
  #word = element("strong", "flag-word");
  #details = element("span", "flag-details");

  connectedCallback() {
    if (!this.#word.isConnected) this.replaceChildren(this.#word, this.#details);
  }

  /** @param {{flag: string, word: string, details: string[]}} standing */
  show({ flag, word, details }) {
    if (this.dataset.flag !== flag) this.dataset.flag = flag;
    setText(this.#word, word);
    setText(this.#details, details.join(" · "));
  }
}

customElements.define("flag-bar", FlagBar);
