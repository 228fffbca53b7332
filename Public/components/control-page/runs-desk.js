/** The runs at the desk: their table, what needs attention of them, and what is too close to call. */

import { attentionItems } from "../../js/attention.js";
import { closeCalls } from "../../js/close-calls.js";
import { controlRows } from "../../js/control-rows.js";
import { setText } from "../../js/dom.js";
import { emptyWords } from "../../js/empty-words.js";
import { runsOf } from "../../js/sessions.js";

export class RunsDesk {
  #part;
  /** @type {import("./track-desk.js").TrackDesk|null} */
  #desk = null;
  #order = "place";
  #rows = new WeakMap();

  constructor(part) {
    this.#part = part;
  }

  setDesk(desk) {
    this.#desk = desk;
    this.#rows = new WeakMap();
  }

  turnOrder() {
    this.#order = this.#order === "place" ? "number" : "place";
    setText(this.#part("order"), this.#order === "place" ? "By place" : "By number");
    this.#part("order").setAttribute("aria-label", `Order: by ${this.#order}`);
  }

  /**
   * @param {string|null} open run
   * @param {boolean} isAsked where the reader wants another order or other runs
   */
  show(board, session, open, isAsked) {
    const rows = controlRows(board, session, this.#part("find").value, this.#order, this.#rows);
    this.#part("runs").show(rows, open, { runs: board.runs, isAsked });
    this.#part("runs").hidden = rows.length === 0;
    this.#showAttention(board, session);
    if (isAsked) this.#showClose(board, session);
    this.#showEmpty(rows, board, session);
  }

  /** Once a second: what comes with time, and what need not be worked out more often. */
  tick(board, session) {
    this.#showAttention(board, session);
    this.#showClose(board, session);
  }

  showMissing() {
    for (const name of ["runs", "attention", "close"]) this.#part(name).hidden = true;
    this.#part("empty").hidden = false;
    setText(this.#part("empty-title"), "There is no such track");
    setText(this.#part("empty-words"), "The address may be misspelt. Choose a track in the bar above, "
      + "or create one under Track.");
  }

  #showAttention(board, session) {
    const { connection, notices, dismissed } = this.#desk;
    const items = attentionItems(board, session, connection.now(), notices, dismissed.keys);
    this.#part("attention").show(items, board, session);
  }

  #showClose(board, session) {
    this.#part("close").show(closeCalls(board, session, this.#desk.dismissed.keys));
  }

  #showEmpty(rows, board, session) {
    const isEmpty = rows.length === 0;
    this.#part("empty").hidden = !isEmpty;
    if (!isEmpty) return;
    const hasRuns = runsOf(board, session).length > 0;
    const [title, words] = emptyWords(session, hasRuns, this.#part("find").value.trim());
    setText(this.#part("empty-title"), title);
    setText(this.#part("empty-words"), words);
  }
}
