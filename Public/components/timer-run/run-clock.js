/** The clock of the run, as wide as the page: whole seconds, and a fraction that races beside them. */

import { element } from "../../js/dom.js";
import { clockParts } from "../../js/format.js";
import { timeBetween } from "../../js/stopwatch.js";

/** A clock that is drawn at sixty frames a second has no use for finer digits. */
const FINEST = 3;

/** How wide a time may be in the widest of the system's faces, in ems of its own size. */
const ems = (text) => [...text].reduce((sum, each) => sum + (/[:.]/.test(each) ? 0.4 : 0.69), 0);

export class RunClock {
  element;
  #whole = document.createTextNode("");
  #fraction = document.createTextNode("");

  constructor() {
    const whole = element("span", "run-whole");
    whole.append(this.#whole);
    const fraction = element("span", "run-fraction");
    fraction.append(this.#fraction);
    this.element = element("div", "run-clock", whole, fraction);
    this.element.setAttribute("role", "timer");
    this.element.setAttribute("aria-label", "Time since the start");
  }

  /** Draws the time of `run` at an instant; the type gets smaller only when a digit is added. */
  draw(run, now) {
    const elapsed = Math.max(timeBetween(run.startedAt, now, run.seen?.held ?? []), 0);
    const { whole, fraction } = clockParts(elapsed, Math.min(run.track.rounding?.digits ?? 3, FINEST));
    if (whole !== this.#whole.data) {
      if (whole.length !== this.#whole.length) {
        this.element.style.setProperty("--ems", Math.max(ems(whole), ems("0:00")) + 0.6 * ems(fraction));
      }
      this.#whole.data = whole;
    }
    if (fraction !== this.#fraction.data) this.#fraction.data = fraction;
  }
}
