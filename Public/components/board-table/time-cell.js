/**
 * A cell with one time: a glyph, the time in two parts (whole seconds and fraction), a mark, and the
 * verdict's word for those who listen. Running clocks write straight into its two text nodes.
 */

import { element, prefersReducedMotion, setText, withRole } from "../../js/dom.js";
import { fractionDigits, wholeSeconds } from "../../js/format.js";
import { verdictLook } from "../../js/verdict.js";

const GLOW = [{ backgroundColor: "var(--glow)" }, { backgroundColor: "transparent" }];
const GLOW_TIMING = { duration: 2000, easing: "ease-out" };

export class TimeCell {
  element;
  #chip = element("span", "chip");
  #glyph = element("span", "glyph");
  #time = element("span", "clock");
  #whole = document.createTextNode("");
  #fraction = document.createTextNode("");
  #fractionBox = element("span", "fraction");
  #word = element("span", "spoken");
  #shown = "";
  #seconds = null;
  #part = null;
  #sign = "";

  constructor(className) {
    this.#glyph.setAttribute("aria-hidden", "true");
    const wholeBox = element("span", "whole");
    wholeBox.append(this.#whole);
    this.#fractionBox.append(this.#fraction);
    this.#time.append(wholeBox, this.#fractionBox);
    this.#chip.append(this.#glyph, this.#time, this.#word);
    this.element = withRole("cell", "div", className, this.#chip);
  }

  /** Shows a time that stands (or, of kind `running`, makes room for one that runs). */
  show({ text = "", kind = "settled", verdict = null, old = false, close = false, corrected }) {
    if (kind === "running") return this.#startRunning();
    const key = `${kind}|${text}|${verdict}|${old}|${close}|${corrected}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#seconds = this.#part = null;
    const look = verdictLook(verdict);
    this.#chip.className = `chip ${kind} ${look.className}${old ? " old" : ""}`;
    if (corrected) this.#chip.classList.add("was-corrected");
    setText(this.#glyph, (close ? "≈" : "") + look.glyph);
    const words = [look.word, close ? "within the uncertainty" : "", old ? "lap before" : "",
      kind === "missed" ? "missed" : "", corrected ? "corrected" : ""].filter(Boolean);
    setText(this.#word, words.length ? ` ${words.join(", ")}` : "");
    const point = text.indexOf(".");
    this.#whole.data = point < 0 ? text : text.slice(0, point);
    this.#fraction.data = point < 0 ? "" : text.slice(point);
  }

  /**
   * Draws a clock at `span` microseconds with `digits` of fraction. Writes the fraction, and the
   * whole seconds only when they change; nothing at all while neither does.
   */
  showRunning(sign, span, digits) {
    this.#startRunning();
    const magnitude = Math.abs(span);
    const seconds = Math.floor(magnitude / 1e6);
    if (seconds !== this.#seconds || sign !== this.#sign) {
      this.#seconds = seconds;
      this.#sign = sign;
      this.#whole.data = sign + wholeSeconds(seconds);
    }
    if (digits === 0) return;
    const part = Math.floor((magnitude - seconds * 1e6) / 10 ** (6 - digits));
    if (part === this.#part) return;
    this.#part = part;
    this.#fraction.data = `.${fractionDigits(magnitude - seconds * 1e6, digits)}`;
  }

  #startRunning() {
    if (this.#shown === "running") return;
    this.#shown = "running";
    this.#chip.className = "chip running";
    setText(this.#glyph, "");
    setText(this.#word, "");
    this.#whole.data = this.#fraction.data = "";
    this.#seconds = this.#part = null;
  }

  /** A narrow screen shows only the cells near the running one. */
  setNear(isNear) {
    this.element.classList.toggle("far", !isNear);
  }

  /** Catches the eye once, for two seconds. */
  lightUp() {
    if (!prefersReducedMotion()) this.element.animate(GLOW, GLOW_TIMING);
  }
}
