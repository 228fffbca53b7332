/** `<theme-button>`: system, light, dark, round and round; kept on the device. */

import { element, setText } from "../../js/dom.js";
import { nextChoice, preference, setPreference } from "../../js/preferences.js";
import { stored } from "../../js/storage.js";

const LOOKS = { system: ["◐", "Auto"], light: ["☀", "Light"], dark: ["☾", "Dark"] };

class ThemeButton extends HTMLElement {
  #glyph = element("span", "button-glyph");
  #word = element("span", "button-word");
  #button = element("button", "control", this.#glyph, this.#word);

  connectedCallback() {
    this.#button.type = "button";
    this.#glyph.setAttribute("aria-hidden", "true");
    this.#button.addEventListener("click", this.#step);
    this.replaceChildren(this.#button);
    this.#show(this.#current());
  }

  disconnectedCallback() {
    this.#button.removeEventListener("click", this.#step);
  }

  /** The reader's choice; before there is one, the scheme that the page begins in. */
  #current() {
    return stored("theme") ? preference("theme")
      : document.documentElement.dataset.theme ?? preference("theme");
  }

  #step = () => {
    const theme = nextChoice("theme", this.#current());
    setPreference("theme", theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    this.#show(theme);
  };

  #show(theme) {
    const [glyph, word] = LOOKS[theme];
    setText(this.#glyph, glyph);
    setText(this.#word, word);
    this.#button.setAttribute("aria-label", `Colours: ${word}`);
    this.#button.title = `Colours: ${word}`;
  }
}

customElements.define("theme-button", ThemeButton);
