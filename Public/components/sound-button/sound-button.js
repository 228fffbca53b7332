/** `<sound-button>`: whether splits are heard; kept on the device. */

import { element, setText } from "../../js/dom.js";
import { beep, isSoundOn, setSound } from "../../js/sound.js";

class SoundButton extends HTMLElement {
  #glyph = element("span", "button-glyph", "♪");
  #word = element("span", "button-word");
  #button = element("button", "control", this.#glyph, this.#word);

  connectedCallback() {
    this.#button.type = "button";
    this.#glyph.setAttribute("aria-hidden", "true");
    this.#button.addEventListener("click", this.#turn);
    this.replaceChildren(this.#button);
    this.#show();
  }

  disconnectedCallback() {
    this.#button.removeEventListener("click", this.#turn);
  }

  /** Turned on, it is heard at once. */
  #turn = () => {
    setSound(!isSoundOn());
    this.#show();
    beep("split");
  };

  #show() {
    setText(this.#word, isSoundOn() ? "Sound on" : "Sound off");
  }
}

customElements.define("sound-button", SoundButton);
