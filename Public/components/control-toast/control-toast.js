/**
 * `<control-toast>`: what was done last, with the button that takes it back; or why something was
 * refused. It stays until the next thing is done or it is put away, since an organiser looks elsewhere.
 *
 * Fires `undo`, and `put-away` from its other button.
 */

import { element, setText } from "../../js/dom.js";

class ControlToast extends HTMLElement {
  #words = element("bdi", "toast-words");
  #undoWord = element("span");
  #undo = element("button", "control");
  #close = element("button", "control icon-control", "×");

  connectedCallback() {
    if (this.#words.isConnected) return;
    const key = element("kbd", "", "U");
    key.setAttribute("aria-hidden", "true");
    this.#undo.type = this.#close.type = "button";
    this.#undo.append(this.#undoWord, key);
    this.#undo.addEventListener("click", () => {
      this.dispatchEvent(new CustomEvent("undo", { bubbles: true }));
    });
    this.#close.setAttribute("aria-label", "Put this message away");
    this.#close.addEventListener("click", () => {
      this.hide();
      this.dispatchEvent(new CustomEvent("put-away", { bubbles: true }));
    });
    this.replaceChildren(this.#words, this.#undo, this.#close);
    this.hidden = true;
  }

  /** @param {import("../../js/desk.js").Deed|null} deed that can be taken back */
  show(words, deed = null, isRefusal = false) {
    this.hidden = false;
    this.classList.toggle("refused", isRefusal);
    setText(this.#words, words);
    const isAtUndo = document.activeElement === this.#undo;
    this.#undo.hidden = deed === null;
    if (isAtUndo && this.#undo.hidden) this.#close.focus();
    if (!deed) return;
    setText(this.#undoWord, deed.undo ? `Undo: ${deed.undo}` : "Undo");
    this.#undo.setAttribute("aria-label", `${this.#undoWord.textContent} (${deed.done})`);
  }

  hide() {
    this.hidden = true;
  }
}

customElements.define("control-toast", ControlToast);
