/** The codes of a handover, one at a time: turned by themselves until a hand turns them. */

import { element, prefersReducedMotion, setText } from "../../js/dom.js";
import { drawCode } from "../../js/qr-code.js";

/** Long enough to aim at, and for a camera to offer the address. */
const TURN_AFTER = 5_000;

export class CodePages {
  element;
  #canvas = element("canvas", "handover-code");
  #caption = element("p", "handover-caption");
  #back = element("button", "action small", "Code before");
  #turning = element("button", "action small");
  #next = element("button", "action small", "Next code");
  #buttons = element("div", "handover-buttons", this.#back, this.#turning, this.#next);
  #addresses = [];
  #at = 0;
  #timer = null;

  constructor() {
    this.#canvas.setAttribute("role", "img");
    this.#caption.setAttribute("role", "status");
    for (const button of [this.#back, this.#turning, this.#next]) button.type = "button";
    this.#back.addEventListener("click", () => this.#turnByHand(-1));
    this.#next.addEventListener("click", () => this.#turnByHand(1));
    this.#turning.addEventListener("click", () => this.#turnThemselves(this.#timer === null));
    this.element = element("div", "handover-codes", this.#canvas, this.#caption, this.#buttons);
  }

  /** @param {string[]} addresses one for each code */
  show(addresses) {
    this.#addresses = addresses;
    this.#at = 0;
    this.#buttons.hidden = addresses.length === 1;
    this.#draw();
    this.#turnThemselves(addresses.length > 1 && !prefersReducedMotion());
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #turnByHand(by) {
    this.#turnThemselves(false);
    this.#turn(by);
  }

  #turnThemselves(isWanted) {
    this.stop();
    if (isWanted) this.#timer = setInterval(() => this.#turn(1), TURN_AFTER);
    setText(this.#turning, isWanted ? "Stay on this code" : "Turn by itself");
    // Only what a hand turned is said aloud.
    this.#caption.setAttribute("aria-live", isWanted ? "off" : "polite");
  }

  #turn(by) {
    const count = this.#addresses.length;
    this.#at = (this.#at + by + count) % count;
    this.#draw();
  }

  #draw() {
    drawCode(this.#canvas, this.#addresses[this.#at]);
    const words = `Code ${this.#at + 1} of ${this.#addresses.length}`;
    this.#canvas.setAttribute("aria-label", words);
    setText(this.#caption, words);
  }
}
