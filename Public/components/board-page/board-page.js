/**
 * `<board-page>`: the board of the track that the address names. Brings the connection, the reader's
 * choices and the parts of the page together; draws the clocks each frame.
 */

import "../board-table/board-table.js";
import "../connection-state/connection-state.js";
import "../flag-bar/flag-bar.js";
import "../help-dialog/help-dialog.js";
import "../latest-finisher/latest-finisher.js";
import "../theme-button/theme-button.js";
import { Announcer } from "../../js/announcer.js";
import { columnsOf, deltaLabels } from "../../js/columns.js";
import { BoardConnection } from "../../js/connection.js";
import { setText } from "../../js/dom.js";
import { formatTimeOfDay, THOUSANDTHS_DOWN } from "../../js/format.js";
import { boardRows } from "../../js/rows.js";
import { runsOf, sessionStanding, sessionsWithRuns, shownSession } from "../../js/sessions.js";
import { BigScreen } from "./big-screen.js";
import { Choices } from "./choices.js";
import { listenToKeys } from "./keys.js";
import { SessionPicker } from "./session-picker.js";

class BoardPage extends HTMLElement {
  #connection = null;
  #choices = new Choices();
  #announcer = null;
  #big = null;
  #picker = null;
  #shown = null;
  #isPaused = false;
  #waiting = 0;
  #frame = 0;
  #second = 0;
  #stopKeys = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    const track = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
    this.#connection = new BoardConnection(track);
    this.#announcer = new Announcer((sentence) => setText(this.#part("announcer"), sentence));
    this.#big = new BigScreen(this.#part("table"), this.#part("page"));
    this.#picker = new SessionPicker(this.#part("sessions"), () => this.#render(true));
    this.#connection.addEventListener("board", this.#onBoard);
    this.#connection.addEventListener("state", this.#onState);
    this.#connection.addEventListener("notice", this.#onNotice);
    this.addEventListener("click", this.#onClick);
    this.addEventListener("toggle-star", this.#onStar);
    this.addEventListener("step-delta", this.#stepDelta);
    this.addEventListener("step-gap", this.#stepGap);
    this.#stopKeys = listenToKeys({
      s: () => this.#stepView(), d: () => this.#stepDelta(), g: () => this.#stepGap(),
      p: () => this.#togglePause(), f: () => this.#big.toggle(),
      "?": () => this.#part("help").open(),
    });
    this.#showChoices();
    this.#connection.start();
    this.#frame = requestAnimationFrame(this.#draw);
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    this.#connection.stop();
    this.#announcer.stop();
    this.#big.stop();
    this.#stopKeys();
    this.removeEventListener("click", this.#onClick);
    this.removeEventListener("toggle-star", this.#onStar);
    this.removeEventListener("step-delta", this.#stepDelta);
    this.removeEventListener("step-gap", this.#stepGap);
  }

  #onBoard = ({ detail: { board, fresh } }) => {
    if (this.#isPaused && !fresh) {
      this.#waiting += 1;
      return this.#showPause();
    }
    const before = this.#shown;
    this.#shown = board;
    this.#render(fresh);
    if (before && !fresh) this.#announcer.observe(before, board, this.#session());
  };

  #session() {
    return shownSession(this.#shown, this.#picker.chosen);
  }

  #render(fresh) {
    const board = this.#shown;
    if (!board) return;
    const session = this.#session();
    const columns = columnsOf(board.track, session);
    const rounding = board.track.rounding ?? THOUSANDTHS_DOWN;
    const rows = boardRows(board, session, columns, this.#choices);
    document.title = `${board.track.name} · LiveTiming`;
    setText(this.#part("track"), board.track.name);
    setText(this.#part("session"), session?.name ?? "");
    this.#showBanner(board.banner);
    this.#picker.show(sessionsWithRuns(board), session);
    this.#part("table").show(rows, columns, this.#choices, rounding, fresh);
    this.#part("finisher").show(runsOf(board, session), rounding);
    this.#part("waiting").hidden = rows.length > 0;
    this.classList.toggle("is-empty", rows.length === 0);
    this.classList.add("is-ready");
    this.#big.turnTo();
    this.#showStanding();
  }

  /** What the board says of itself; a kind that this page does not know is named as it came. */
  #showBanner(banner) {
    this.#part("banner").hidden = banner === null;
    if (banner === null) return;
    const since = formatTimeOfDay(banner.since);
    const words = {
      storageUnavailable: `The server cannot save new times. This is the last saved state, of ${since}.`,
      storageSlow: `The server is slow to save new times. This is the last saved state, of ${since}.`,
    };
    setText(this.#part("banner"), words[banner.kind] ?? `${banner.kind} since ${since}`);
  }

  /** Once a frame: text nodes of running clocks; once a second: the rest of what tells time. */
  #draw = () => {
    this.#frame = requestAnimationFrame(this.#draw);
    const now = this.#connection.now();
    if (!this.#isPaused) this.#part("table").drawClocks(now);
    const second = Math.floor(performance.now() / 1000);
    if (second === this.#second) return;
    this.#second = second;
    this.#showConnection();
    if (!this.#isPaused) this.#showStanding();
  };

  #showStanding() {
    if (!this.#shown) return;
    const session = this.#session();
    const runs = runsOf(this.#shown, session);
    const now = this.#connection.now();
    this.#part("flag").show(sessionStanding(session, this.#shown.track, runs, now));
  }

  #showConnection() {
    const { state, heardAt } = this.#connection;
    const now = this.#connection.now() ?? Date.now() * 1000;
    const heard = heardAt === null ? null : now - (performance.now() - heardAt) * 1000;
    this.#part("connection").show(state, now, heard);
  }

  #onState = ({ detail: state }) => {
    this.dataset.connection = state;
    const isMissing = state === "missing";
    this.#part("missing").hidden = !isMissing;
    this.#part("board").hidden = isMissing;
    if (isMissing) {
      document.title = "No such track · LiveTiming";
      setText(this.#part("track"), "No such track");
    }
    this.#showConnection();
  };

  #onNotice = ({ detail }) => {
    if (typeof detail.message === "string") setText(this.#part("announcer"), detail.message);
  };

  #onClick = (event) => {
    const { action } = event.target.closest("[data-action]")?.dataset ?? {};
    if (action === "view") this.#stepView();
    if (action === "delta") this.#stepDelta();
    if (action === "gap") this.#stepGap();
    if (action === "pause") this.#togglePause();
    if (action === "screen") this.#big.toggle();
    if (action === "help") this.#part("help").open();
  };

  #onStar = ({ detail: runner }) => {
    this.#choices.toggleStar(runner);
    this.#render(false);
  };

  #stepView = () => this.#step("view");
  #stepDelta = () => this.#step("delta");
  #stepGap = () => this.#step("gap");

  #step(name) {
    this.#choices.step(name);
    this.#showChoices();
    this.#render(true);
  }

  #togglePause() {
    this.#isPaused = !this.#isPaused;
    this.#waiting = 0;
    if (this.#isPaused) setText(this.#part("paused-at"), formatTimeOfDay(this.#connection.now()));
    this.#showPause();
    if (this.#isPaused) return;
    this.#shown = this.#connection.board;
    this.#render(true);
  }

  #showPause() {
    this.classList.toggle("is-paused", this.#isPaused);
    this.#part("pause").hidden = !this.#isPaused;
    this.#part("pause-button").setAttribute("aria-pressed", String(this.#isPaused));
    setText(this.#part("pause-word"), this.#isPaused ? "Go on" : "Pause");
    const count = this.#waiting;
    setText(this.#part("paused-updates"), count === 0 ? "nothing new yet"
      : `${count} ${count === 1 ? "update waits" : "updates wait"}`);
  }

  #showChoices() {
    const { view, delta, gap } = this.#choices;
    for (const option of this.querySelectorAll("[data-option]")) {
      option.classList.toggle("chosen", option.dataset.option === view);
    }
    this.#part("view-button").setAttribute("aria-label", `View: ${view}`);
    setText(this.#part("delta-word"), deltaLabels[delta]);
    setText(this.#part("gap-word"), gap === "gap" ? "Gap" : "Interval");
    this.dataset.view = view;
  }
}

customElements.define("board-page", BoardPage);
