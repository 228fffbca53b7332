/**
 * All splits of the run with what can be corrected, and the ways to end it that are no finish: out of
 * the way of a hand that taps without looking.
 */

import { lapWords } from "../../js/course.js";
import { element } from "../../js/dom.js";
import { splitFigures } from "../../js/split-figures.js";
import { verdictLook } from "../../js/verdict.js";

export class SplitsDialog {
  element;
  #list = element("ol", "split-list");
  #close = element("button", "action", "Back to the clock");
  #empty = element("p", "hint", "No split yet. Each tap on the large button appears here, and can be voided and restored.");
  #timer;

  /**
   * @param timer the `RunTimer`
   * @param {{stop: (event: Event) => void, discard: () => void}} actions
   */
  constructor(timer, { stop, discard }) {
    this.#timer = timer;
    const heading = element("h2", "", "Splits of this run");
    heading.id = "splits-title";
    this.#close.type = "button";
    this.#close.addEventListener("click", () => this.element.close());
    this.element = element("dialog", "timer-dialog", heading, this.#empty, this.#list, this.#close,
      element("hr", "rule"),
      this.#action("Stop without finishing…", stop), this.#action("Discard this run…", discard));
    this.element.setAttribute("aria-labelledby", "splits-title");
  }

  open() {
    this.element.showModal();
  }

  show(run, { entries, counted }) {
    const skips = run.skips.filter(({ wish }) => wish?.value ?? true);
    this.#empty.hidden = entries.length + skips.length > 0;
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement.dataset.split : null;
    this.#list.replaceChildren(...entries.map((entry) => this.#item(run, entry, counted)),
      ...skips.map((skip) => this.#skip(run, skip)));
    if (!focused) return;
    const same = this.#list.querySelector(`[data-split="${focused}"]`);
    (same ?? this.#close).focus();
  }

  #skip({ track }, place) {
    const { name } = track.checkpoints.find(({ id }) => id === place.checkpoint);
    const words = [lapWords(track, place.lap), "skipped"].filter(Boolean).join(" · ");
    const item = element("li", "split-item state-skipped",
      element("span", "split-name", element("bdi", "", name), element("span", "split-words", words)));
    item.append(this.#button(`Undo: I passed ${name}`, `${place.checkpoint}-${place.lap}`,
      () => this.#timer.undoSkip(place)));
    return item;
  }

  #item(run, entry, counted) {
    const figures = splitFigures(run, entry, counted);
    const look = verdictLook(figures.verdict);
    const glyph = element("span", "glyph", (figures.close ? "≈" : "") + look.glyph);
    glyph.setAttribute("aria-hidden", "true");
    const words = [lapWords(run.track, entry.lap), entry.refused ?? figures.words];
    const item = element("li", `split-item state-${entry.state}`,
      element("span", "split-name", element("bdi", "", entry.name),
        element("span", "split-words", words.filter(Boolean).join(" · "))),
      element("span", `split-times verdict ${look.className}`, glyph,
        entry.state === "counted" ? figures.segment : figures.total));
    const button = this.#correction(entry);
    if (button) item.append(button);
    return item;
  }

  #correction({ id, name, state }) {
    const [words, act] = {
      counted: [`Void ${name}`, () => this.#timer.void(id)],
      voided: [`Restore ${name}`, () => this.#timer.restore(id)],
      refused: [],
    }[state] ?? [`Count ${name}`, () => this.#timer.accept(id)];
    if (!words) return null;
    return this.#button(words, id, act);
  }

  #button(words, key, act) {
    const button = element("button", "action small", words);
    button.type = "button";
    button.dataset.split = key;
    button.addEventListener("click", act);
    return button;
  }

  #action(words, act) {
    const button = element("button", "action", words);
    button.type = "button";
    button.addEventListener("click", (event) => {
      this.element.close();
      act(event);
    });
    return button;
  }
}
