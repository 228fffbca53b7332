/**
 * `<tap-button>`: one large button whose press is timed. It counts when the finger comes down, not when
 * it leaves; Space, Enter and Page Down, which paired clickers send, count too wherever the focus is.
 *
 * Fires `tap` (detail: the instant). Needs `clock` set before it is pressed.
 */

import { element, prefersReducedMotion, setText } from "../../js/dom.js";
import { belongsToPress, pressAtOnce, pressByPointer } from "./press.js";

const KEYS = new Set([" ", "Enter", "PageDown"]);
const FLASH = [{ filter: "brightness(1.6)" }, { filter: "none" }];

class TapButton extends HTMLElement {
  /** @type {import("../../js/tap-clock.js").TapClock} */
  clock = null;
  #verb = element("span", "tap-verb");
  #name = element("bdi", "tap-name");
  #note = element("span", "tap-note");
  #button = element("button", "tap", this.#verb, " ", this.#name, " ", this.#note);

  connectedCallback() {
    this.#button.type = "button";
    this.replaceChildren(this.#button);
    this.#button.addEventListener("pointerdown", this.#onPointer);
    this.#button.addEventListener("click", this.#onClick);
    this.#button.addEventListener("contextmenu", this.#prevent);
    document.addEventListener("keydown", this.#onKey);
    this.#button.addEventListener("keyup", this.#onKeyUp);
  }

  disconnectedCallback() {
    this.#button.removeEventListener("pointerdown", this.#onPointer);
    this.#button.removeEventListener("click", this.#onClick);
    this.#button.removeEventListener("contextmenu", this.#prevent);
    document.removeEventListener("keydown", this.#onKey);
    this.#button.removeEventListener("keyup", this.#onKeyUp);
  }

  /** @param {"go"|"split"|"finish"|"ignored"} kind how it looks */
  show({ verb, name = "", note = "", kind }) {
    this.dataset.kind = kind;
    setText(this.#verb, verb);
    setText(this.#name, name);
    setText(this.#note, note);
  }

  focus() {
    this.#button.focus({ preventScroll: true });
  }

  flash() {
    this.classList.add("was-tapped");
    setTimeout(() => this.classList.remove("was-tapped"), 250);
    if (!prefersReducedMotion()) this.#button.animate(FLASH, { duration: 250, easing: "ease-out" });
  }

  #onPointer = (event) => {
    const instant = this.clock.instant(event);
    if (event.button !== 0) return;
    pressByPointer();
    this.#tap(instant);
  };

  /** Some browsers make a click of Space when it comes up, which its way down has done already. */
  #onKeyUp = (event) => {
    if (event.key === " ") event.preventDefault();
  };

  /** What presses without a pointer or a key, as a screen reader may. */
  #onClick = (event) => {
    const instant = this.clock.instant(event);
    if (belongsToPress()) return;
    pressAtOnce();
    this.#tap(instant);
  };

  #onKey = (event) => {
    const instant = this.clock.instant(event);
    if (!KEYS.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") || !this.#isFree(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    pressAtOnce();
    this.#tap(instant);
  };

  /** Keys belong to what has the focus; Page Down does so only where text is typed. */
  #isFree({ key, target }) {
    if (this.contains(target)) return true;
    const own = key === "PageDown" ? "input, select, textarea" : "input, select, textarea, button, a, summary";
    return !target.closest?.(own);
  }

  #tap(instant) {
    this.dispatchEvent(new CustomEvent("tap", { detail: instant }));
  }

  #prevent = (event) => event.preventDefault();
}

customElements.define("tap-button", TapButton);
