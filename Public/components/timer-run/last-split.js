/** The split that was taken last: its name, its time, how good it is, and against the personal best. */

import { element, setText, spoken } from "../../js/dom.js";
import { lapWords } from "../../js/course.js";
import { deltaWords, splitFigures } from "../../js/split-figures.js";
import { verdictLook } from "../../js/verdict.js";

export class LastSplit {
  element;
  #name = element("bdi", "last-name");
  #lap = element("span", "last-lap");
  #glyph = element("span", "glyph");
  #time = element("span", "last-time");
  #word = element("span", "last-word");
  #close = spoken("");
  #chip = element("span", "last-chip", this.#glyph, this.#time, this.#word, this.#close);
  #delta = element("span", "last-delta");

  constructor() {
    this.#glyph.setAttribute("aria-hidden", "true");
    const title = element("span", "last-title", this.#name, this.#lap);
    const figures = element("span", "last-figures", this.#chip, this.#delta);
    this.element = element("div", "last-split", title, figures);
  }

  show(run, { counted }) {
    const last = counted.at(-1);
    this.#chip.hidden = !last;
    if (!last) {
      setText(this.#name, "No split yet");
      setText(this.#lap, "");
      return setText(this.#delta, "Tap the large button at each checkpoint");
    }
    const figures = splitFigures(run, last, counted);
    const look = verdictLook(figures.verdict);
    this.#chip.className = `last-chip ${look.className}`;
    setText(this.#name, last.name);
    setText(this.#lap, lapWords(run.track, last.lap));
    setText(this.#glyph, (figures.close ? "≈" : "") + look.glyph);
    setText(this.#time, figures.segment);
    const words = [look.word, figures.caution].filter(Boolean).join(", ");
    setText(this.#word, figures.isProvisional ? figures.words : words);
    setText(this.#close, figures.close ? ", within the uncertainty" : "");
    const delta = figures.isProvisional ? null : run.seen?.delta?.personalBest;
    setText(this.#delta, deltaWords(delta, run.track.rounding, "vs PB") || `Total ${figures.total}`);
    this.#delta.classList.toggle("is-ahead", delta < 0);
  }
}
