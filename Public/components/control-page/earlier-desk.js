/**
 * What race control does with the runs of the history: which are loaded, which is open, and when they
 * are read anew. Nothing is asked for while they are not looked at.
 */

import { ask } from "../../js/ask.js";
import { EarlierRuns } from "../../js/earlier-runs.js";
import { boardAround, runOfHistory } from "../../js/history-run.js";
import { showRefusal } from "./action-buttons.js";

export class EarlierDesk {
  #page;
  #part;
  #render;
  /** @type {import("./track-desk.js").TrackDesk|null} */
  #desk = null;
  /** @type {EarlierRuns|null} */
  #runs = null;
  #open = null;
  /** What the history says of the open run; `null` before it has answered. */
  #report = null;
  #fault = null;
  #asking = null;
  #isToBeEntered = false;
  /** The open run as the side panel has it, and what that was made from. */
  #made = {};

  /** @param {() => void} render draws the view anew, if it is looked at */
  constructor(page, part, render) {
    this.#page = page;
    this.#part = part;
    this.#render = render;
    page.addEventListener("open-earlier", this.#onOpen);
    page.addEventListener("more-earlier", this.#onMore);
    page.addEventListener("earlier-again", this.#onAgain);
    page.addEventListener("newer-runs", this.#outdate);
  }

  stop() {
    this.#page.removeEventListener("open-earlier", this.#onOpen);
    this.#page.removeEventListener("more-earlier", this.#onMore);
    this.#page.removeEventListener("earlier-again", this.#onAgain);
    this.#page.removeEventListener("newer-runs", this.#outdate);
    this.setDesk(null);
  }

  /** Turns to another track: what is known of the last one is let go of. */
  setDesk(desk) {
    this.#desk?.desk.removeEventListener("done", this.#outdate);
    this.#desk?.desk.removeEventListener("undone", this.#outdate);
    this.#desk?.connection.removeEventListener("notice", this.#onNotice);
    this.#desk?.connection.removeEventListener("state", this.#onState);
    this.#runs?.removeEventListener("change", this.#render);
    this.#runs?.stop();
    this.#forgetRun();
    this.#desk = desk;
    this.#runs = null;
    if (!desk) return;
    this.#runs = new EarlierRuns(desk.track);
    this.#runs.addEventListener("change", this.#render);
    desk.desk.addEventListener("done", this.#outdate);
    desk.desk.addEventListener("undone", this.#outdate);
    desk.connection.addEventListener("notice", this.#onNotice);
    desk.connection.addEventListener("state", this.#onState);
    if (this.#isLookedAt) this.#runs.refresh();
  }

  get #isLookedAt() {
    return this.#page.dataset.view === "earlier";
  }

  /** Comes to the view: much may have changed since it was left. */
  turnTo() {
    this.#part("run").hidden = true;
    this.#runs?.refresh();
    if (this.#open !== null) this.#readRun();
  }

  show(board) {
    const list = this.#part("earlier");
    list.show(board, this.#runs, {
      search: this.#part("find").value, open: this.#open, fault: this.#fault,
    });
    const isShown = this.#open !== null && this.#showRun(board);
    this.#part("run").hidden = !isShown;
    this.#page.classList.toggle("has-run", isShown);
    if (!isShown || !this.#isToBeEntered) return;
    this.#isToBeEntered = false;
    this.#part("run").focusInside();
  }

  /** Shows the open run: as the board has it, while it does; else as the history does. */
  #showRun(board) {
    const run = board.runs.get(this.#open);
    if (run) {
      this.#part("run").show(board, board.sessions.get(run.session), run);
      return true;
    }
    if (this.#report === null) {
      if (this.#asking === null && this.#fault === null) this.#readRun();
      return !this.#part("run").hidden;
    }
    const listed = this.#runs.runs ?? [];
    if (this.#made.report !== this.#report || this.#made.listed !== listed) {
      this.#made = { report: this.#report, listed, run: runOfHistory(this.#report) };
    }
    this.#part("run").show(boardAround(board, this.#made.run, listed), null, this.#made.run);
    if (this.#fault) this.#sayFault();
    return true;
  }

  async #readRun() {
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    const path = `runs/${encodeURIComponent(this.#open)}?track=${encodeURIComponent(this.#desk.track)}`;
    try {
      const report = await ask(path, asking.signal);
      if (asking !== this.#asking) return;
      this.#report = report;
      this.#fault = null;
    } catch (fault) {
      if (asking !== this.#asking || fault.name === "AbortError") return;
      this.#fault = fault;
    }
    this.#asking = null;
    this.#render();
  }

  /** Says on the panel that what it shows may be old, for as long as that is so. */
  #sayFault() {
    const words = `What it is now could not be read. ${this.#fault.message}`;
    const said = [...this.#part("run").querySelectorAll(".refusal")];
    if (!said.some((each) => each.textContent === words)) showRefusal(this.#part("run"), words);
  }

  closeRun() {
    if (this.#open === null) return;
    const run = this.#open;
    const hadFocus = this.#part("run").contains(document.activeElement);
    this.#forgetRun();
    this.#render();
    if (hadFocus) this.#part("earlier").focusRun(run);
  }

  #forgetRun() {
    this.#asking?.abort();
    this.#open = this.#report = this.#fault = this.#asking = null;
    this.#made = {};
    this.#isToBeEntered = false;
    this.#part("run").hidden = true;
    this.#page.classList.remove("has-run");
  }

  /** Goes to the open run's line, or the first one, or the title; answers that it did. */
  focusList() {
    this.#part("earlier").focusRun(this.#open);
    return true;
  }

  #onOpen = ({ detail: run }) => {
    // Until it is there, what stood in the panel is not taken for it.
    if (run !== this.#open) this.#forgetRun();
    this.#open = run;
    this.#isToBeEntered = true;
    this.#render();
  };

  #onMore = () => this.#runs.more();

  #onAgain = () => {
    if (this.#fault) {
      this.#fault = null;
      this.#readRun();
    }
    this.#runs.again();
  };

  /** Something was done, here or by others: what is loaded may be told otherwise now. */
  #outdate = () => {
    if (!this.#isLookedAt) return;
    this.#runs.refresh();
    if (this.#open !== null) this.#readRun();
  };

  #onNotice = ({ detail: { code, runs = [] } }) => {
    if (!this.#isLookedAt) return;
    if (code === "runs") return this.#outdate();
    const known = new Set(this.#runs.runs?.map((run) => run.id)).add(this.#open);
    if (runs.some((run) => known.has(run))) this.#outdate();
  };

  /** Whoever was away was told of nothing meanwhile. */
  #onState = ({ detail }) => {
    if (detail === "live") this.#outdate();
  };
}
