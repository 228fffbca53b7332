/** What was just done, and the button that undoes it, for as long as a runner may look at the phone. */

import { element, setText } from "../../js/dom.js";

const SHOWN_FOR = 8_000;

export class UndoToast {
  element;
  #text = element("span", "toast-text");
  #words = element("span", "toast-words");
  #button = element("button", "action small toast-button", this.#words);
  #act = null;
  #timer = null;

  constructor() {
    this.#button.type = "button";
    this.#button.addEventListener("click", () => {
      const act = this.#act;
      this.hide();
      act?.();
    });
    this.element = element("div", "toast", this.#text, this.#button);
    this.hide();
  }

  /**
   * @param {string} text what happened
   * @param {string} words what the button does, by name
   * @param {() => void} act
   */
  show(text, words, act) {
    this.hide();
    setText(this.#text, text);
    setText(this.#words, words);
    this.#button.hidden = false;
    this.#act = act;
    this.element.classList.add("is-shown");
    this.#timer = setTimeout(this.#pass, SHOWN_FOR);
  }

  /** It goes by itself, but not from under a hand that has got as far as its button. */
  #pass = () => {
    if (document.activeElement === this.#button) this.#timer = setTimeout(this.#pass, SHOWN_FOR);
    else this.hide();
  };

  hide() {
    clearTimeout(this.#timer);
    this.#act = null;
    setText(this.#text, "");
    this.#button.hidden = true;
    this.element.classList.remove("is-shown");
  }
}
