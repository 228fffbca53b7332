/** One row of the board: its cells, and the clocks that run in them. */

import { element, prefersReducedMotion, setText, spoken, withRole } from "../../js/dom.js";
import { timeBetween } from "../../js/stopwatch.js";
import { ClockFace } from "./clock-face.js";
import { fillDetails } from "./row-details.js";
import { TimeCell } from "./time-cell.js";

/** A delta of so many characters has room with its fraction: on a narrow screen, and on any. */
const DELTA_ROOM = { narrow: 8, wide: 9 };
/** How long a change of place stays marked. */
const MARK_MILLISECONDS = 10_000;

export class BoardRow {
  element;
  /** Rows out of sight draw no clocks; the table's observer sets this. */
  isInView = true;

  #close = element("span", "place-close");
  #placeText = element("span");
  #place = element("span", "place-number", this.#close, this.#placeText);
  #placeWords = spoken("");
  #move = element("span", "move");
  #number = element("span", "number-plate");
  #name = element("span", "runner-name");
  #flag = element("span", "finish-flag");
  #status = element("span", "status");
  #toggle;
  #star;
  #cells = [];
  #last = new TimeCell("cell-time last");
  #best = new TimeCell("time best");
  #laps = withRole("cell", "div", "laps");
  #total = new TimeCell("time total");
  #gap = withRole("cell", "div", "gap");
  #delta = new TimeCell("delta");
  #details = withRole("cell", "div", "details");
  #model = null;
  #columns = null;
  #rounding = null;
  #clocks = new ClockFace();
  #markTimer = null;

  constructor(key, columns, table) {
    this.#columns = columns;
    this.#cells = columns.cells.map(() => new TimeCell("cell-time"));
    this.#toggle = element("button", "runner-button", this.#name);
    this.#toggle.type = "button";
    this.#toggle.dir = "auto";
    this.#toggle.setAttribute("aria-expanded", "false");
    this.#star = element("button", "star", "☆");
    this.#star.type = "button";
    this.#star.addEventListener("click", (event) => {
      event.stopPropagation();
      const detail = this.#model.runner;
      table.dispatchEvent(new CustomEvent("toggle-star", { detail, bubbles: true }));
    });
    this.#details.hidden = true;
    const strip = withRole("none", "div", "strip", ...this.#cells.map((cell) => cell.element));
    if (columns.hasLast) strip.append(this.#last.element);
    this.element = withRole("row", "div", "row",
      withRole("cell", "div", "place", this.#place, this.#placeWords, this.#move),
      withRole("cell", "div", "number", this.#number),
      withRole("cell", "div", "runner", this.#star, this.#toggle, this.#status, this.#flag),
      strip, this.#best.element, ...(columns.isLapRace ? [this.#laps] : []),
      this.#total.element, this.#gap, this.#delta.element, this.#details);
    this.element.dataset.key = key;
    this.element.addEventListener("click", this.#onClick);
  }

  remove() {
    clearTimeout(this.#markTimer);
    this.element.removeEventListener("click", this.#onClick);
    this.element.remove();
  }

  /** Writes what differs from what is shown. `fresh`: without lighting up or marking. */
  update(model, columns, rounding, fresh) {
    const before = this.#model;
    this.#model = model;
    this.#columns = columns;
    this.#rounding = rounding;
    const { dataset } = this.element;
    if (dataset.status !== model.status) dataset.status = model.status;
    this.element.classList.toggle("starred", model.starred);
    this.element.classList.toggle("provisional", model.provisional);
    this.element.classList.toggle("leads", model.place === 1);
    setText(this.#close, model.placeClose ? "≈" : "");
    setText(this.#placeText, model.placeText);
    setText(this.#placeWords, model.placeClose ? " within the uncertainty" : "");
    if (before && !fresh) this.#mark(before.place, model.place);
    setText(this.#number, model.number);
    setText(this.#name, model.name);
    if (this.#toggle.title !== model.name) this.#toggle.title = model.name;
    this.#setStar(model);
    this.#setStatus(model);
    model.cells.forEach((cell, index) => {
      const isNew = !fresh && cell.split !== null && cell.split !== before?.cells[index]?.split;
      this.#cells[index].show(cell);
      this.#cells[index].setNear(index >= model.near.from && index <= model.near.to);
      if (isNew && !cell.old) this.#cells[index].lightUp();
    });
    this.#last.show(model.last);
    if (!fresh && before && before.last.text !== model.last.text) this.#last.lightUp();
    this.#best.show(model.best);
    setText(this.#laps, model.laps);
    if (!model.clocks) this.#total.show(model.time);
    setText(this.#gap, model.gap);
    this.#showDelta(false);
    const running = model.clocks ? this.#cells[model.clocks.cell] ?? null : null;
    this.#clocks.set(model.clocks, {
      total: this.#total, segment: running, digits: rounding.digits, isLapRace: columns.isLapRace,
    });
    if (!this.#details.hidden) fillDetails(this.#details, model, columns, rounding);
  }

  drawClocks(now) {
    const { clocks } = this.#model;
    if (!clocks) return;
    this.#clocks.draw(now);
    const { compare, compareFrom, held } = clocks;
    const late = compare === null ? 0 : timeBetween(compareFrom, now, held) - compare;
    this.#showDelta(late > 0 && clocks.cell >= 0, late);
  }

  #showDelta(isLive, late = 0) {
    if (isLive) {
      this.#delta.showRunning("+", late, Math.min(this.#rounding.digits, 1));
    } else {
      const { delta, isAhead } = this.#model;
      this.#delta.show({ text: delta, verdict: null });
      const { classList } = this.#delta.element;
      classList.toggle("ahead", isAhead);
      classList.toggle("long", delta.length > DELTA_ROOM.narrow);
      classList.toggle("longest", delta.length > DELTA_ROOM.wide);
    }
  }

  #mark(from, to) {
    if (from == null || to == null || from === to) return;
    const steps = Math.abs(from - to);
    this.#move.textContent = from > to ? `↑${steps}` : `↓${steps}`;
    this.#move.classList.toggle("up", from > to);
    clearTimeout(this.#markTimer);
    this.#markTimer = setTimeout(() => setText(this.#move, ""), MARK_MILLISECONDS);
  }

  #setStar({ starred, name }) {
    if (this.#star.dataset.for === `${starred} ${name}`) return;
    this.#star.dataset.for = `${starred} ${name}`;
    this.#star.textContent = starred ? "★" : "☆";
    this.#star.setAttribute("aria-pressed", String(starred));
    this.#star.setAttribute("aria-label", `Follow ${name}`);
  }

  #setStatus({ status, statusWords, corrected }) {
    const key = `${status} ${corrected}`;
    if (this.#status.dataset.for === key) return;
    this.#status.dataset.for = key;
    const finished = status === "finished";
    this.#flag.replaceChildren(...(finished ? [flagGlyph(), spoken("finished")] : []));
    const words = finished || status === "running" ? [] : [shortStatus(statusWords)];
    if (corrected) words.push(correctedMark());
    this.#status.replaceChildren(...words);
  }

  #onClick = (event) => {
    if (event.target.closest(".star, .details") || getSelection()?.type === "Range") return;
    const opens = this.#details.hidden;
    this.#details.hidden = !opens;
    this.#toggle.setAttribute("aria-expanded", String(opens));
    this.element.classList.toggle("open", opens);
    if (opens) fillDetails(this.#details, this.#model, this.#columns, this.#rounding);
    if (opens && !prefersReducedMotion()) {
      this.#details.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
    }
  };
}

function flagGlyph() {
  const glyph = element("span", "flag-glyph", "⚑");
  glyph.setAttribute("aria-hidden", "true");
  return glyph;
}

function shortStatus({ short, long }) {
  const result = element("abbr", "status-word", short);
  result.title = long;
  return result;
}

function correctedMark() {
  const short = element("span", "", "corr.");
  short.setAttribute("aria-hidden", "true");
  const result = element("span", "corrected", short, spoken("corrected"));
  result.title = "corrected by race control";
  return result;
}
