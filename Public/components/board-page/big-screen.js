/**
 * The board for a wall: full screen, large, no cursor and no scroll bar. It turns its pages by
 * itself, ten to fifteen rows each, and comes back to the first.
 *
 * `?screen=big` in the address starts it without a key press, for a display nobody stands at.
 */

import { setText } from "../../js/dom.js";

const PAGE_MILLISECONDS = 9_000;
const FEWEST = 10;
const MOST = 15;

export class BigScreen {
  #table;
  #label;
  #page = 0;
  #timer = null;

  constructor(table, label) {
    this.#table = table;
    this.#label = label;
    document.addEventListener("fullscreenchange", this.#onChange);
    addEventListener("resize", this.#onResize);
    if (new URLSearchParams(location.search).get("screen") === "big") this.#begin();
  }

  get isOn() {
    return document.documentElement.classList.contains("big");
  }

  stop() {
    document.removeEventListener("fullscreenchange", this.#onChange);
    removeEventListener("resize", this.#onResize);
    this.#end();
  }

  async toggle() {
    if (this.isOn) {
      this.#end();
      if (document.fullscreenElement) await document.exitFullscreen();
      return;
    }
    this.#begin();
    try {
      await document.documentElement.requestFullscreen?.();
    } catch {
      // Not allowed here: the page is large all the same, only not over the whole display.
    }
  }

  /** Shows the current page again, after rows came or went. */
  turnTo(page = this.#page) {
    if (!this.isOn) return;
    const size = this.#pageSize();
    const pages = this.#table.showPage(page, size);
    this.#page = page % pages;
    if (this.#page !== page) this.#table.showPage(this.#page, size);
    setText(this.#label, pages > 1 ? `${this.#page + 1} / ${pages}` : "");
  }

  /** As many rows as there is room for, within what can be read from afar. */
  #pageSize() {
    const row = this.#table.rowHeight || innerHeight / FEWEST;
    const legend = row;
    const room = innerHeight - this.#table.getBoundingClientRect().top - row - legend;
    return Math.max(FEWEST, Math.min(MOST, Math.floor(room / row)));
  }

  #begin() {
    document.documentElement.classList.add("big");
    this.#page = 0;
    this.#timer = setInterval(() => this.turnTo(this.#page + 1), PAGE_MILLISECONDS);
    this.turnTo();
  }

  #end() {
    clearInterval(this.#timer);
    this.#timer = null;
    document.documentElement.classList.remove("big");
    this.#table.showPage(null);
    setText(this.#label, "");
  }

  #onChange = () => {
    if (!document.fullscreenElement && this.isOn) this.#end();
  };

  #onResize = () => this.turnTo();
}
