/** What the desk shows: which view, which session, which run is open; it hands each part its share. */

import { setText } from "../../js/dom.js";
import { formatTimeOfDay } from "../../js/format.js";
import { runsOf, sessionStanding, shownSession } from "../../js/sessions.js";
import { DevicesDesk } from "./devices-desk.js";
import { EarlierDesk } from "./earlier-desk.js";
import { showOptions } from "./pickers.js";
import { RunsDesk } from "./runs-desk.js";

export class DeskView {
  #page;
  #part;
  /** @type {import("./track-desk.js").TrackDesk|null} */
  #desk = null;
  #session = null;
  #open = null;
  #runs;
  #earlier;
  #devices;

  constructor(page, part, token) {
    this.#page = page;
    this.#part = part;
    this.#runs = new RunsDesk(part);
    this.#earlier = new EarlierDesk(page, part, () => this.render());
    this.#devices = new DevicesDesk(part, token);
    page.addEventListener("open-run", this.#onOpen);
    page.addEventListener("close-run", this.closeRun);
    page.addEventListener("all-done", this.#onAllDone);
    page.addEventListener("session-created", this.#onSessionCreated);
    part("sessions").addEventListener("change", this.#onSession);
    part("find").addEventListener("input", this.#onFind);
    part("find").addEventListener("keydown", this.#onFindKey);
  }

  stop() {
    this.#earlier.stop();
    this.#devices.stop();
    this.#page.removeEventListener("open-run", this.#onOpen);
    this.#page.removeEventListener("close-run", this.closeRun);
    this.#page.removeEventListener("all-done", this.#onAllDone);
    this.#page.removeEventListener("session-created", this.#onSessionCreated);
  }

  /** The server has said that who is here may see what control may. */
  granted = () => this.#devices.start();

  setDesk(desk) {
    this.#desk = desk;
    this.#session = null;
    this.#runs.setDesk(desk);
    this.closeRun();
    this.#open = null;
    this.#earlier.setDesk(desk);
    this.#devices.setDesk(desk);
    this.#part("track").setTrack(null);
    if (desk === null) this.turnTo("track");
  }

  showTracks(tracks, chosen, isKnown) {
    showOptions(this.#part("tracks"), tracks.map(({ id, name }) => [id, name]), chosen ?? "");
    this.#devices.setTracks(tracks);
    const link = this.#part("board-link");
    link.hidden = chosen === null;
    if (chosen !== null) link.href = `/track/${encodeURIComponent(chosen)}`;
    if (isKnown && tracks.length === 0 && chosen === null && this.#page.dataset.view !== "track") {
      this.turnTo("track");
      this.#part("track").setTrack(null);
    }
  }

  turnTo(view) {
    const button = this.#page.querySelector(`.view-button[data-view="${view}"]`);
    if (this.#desk === null && view !== "track") return;
    if (view === "earlier" && !this.#isEarlier) this.#earlier.turnTo();
    this.#page.dataset.view = view;
    this.#devices.look(view === "devices");
    for (const each of this.#page.querySelectorAll(".view-button")) {
      each.setAttribute("aria-pressed", String(each === button));
    }
    this.render({ isAsked: true });
  }

  turnOrder() {
    this.#runs.turnOrder();
    this.render({ isAsked: true });
  }

  chooseSession(id) {
    this.#session = id;
    this.render({ isAsked: true });
  }

  get #isEarlier() {
    return this.#page.dataset.view === "earlier";
  }

  get session() {
    return this.#desk?.board ? shownSession(this.#desk.board, this.#session) : null;
  }

  dismiss(key) {
    this.#desk.dismissed.add(key);
    this.#devices.show();
    this.render({ isAsked: true });
  }

  /** @param {{isAsked?: boolean}} how `isAsked` where the reader wants another order or other runs */
  render({ isAsked = false } = {}) {
    const board = this.#desk?.board;
    if (!board) return;
    const { session } = this;
    const { view } = this.#page.dataset;
    showOptions(this.#part("sessions"), [...board.sessions.values()]
      .map(({ id, name, state }) => [id, state === "closed" ? `${name} (closed)` : name]),
    session?.id ?? "");
    this.#showBanner(board.banner);
    this.#showStanding();
    if (view === "runs") this.#showRuns(board, session, isAsked);
    if (view === "starts") this.#part("starts").show(board, session, this.#desk.startLists);
    if (view === "sessions") this.#part("session-list").show(board, session);
    if (view === "track") this.#part("track").setTrack(board.track);
    if (view === "earlier") this.#earlier.show(board);
    this.#page.classList.add("is-ready");
  }

  #showRuns(board, session, isAsked) {
    this.#runs.show(board, session, this.#open, isAsked);
    const run = this.#open && board.runs.get(this.#open);
    if (run) this.#part("run").show(board, session, run);
    else if (this.#open) this.closeRun();
    this.#part("run").hidden = !run;
    this.#page.classList.toggle("has-run", Boolean(run));
  }

  #showBanner(banner) {
    this.#part("banner").hidden = banner === null;
    if (banner) {
      setText(this.#part("banner"), `The server cannot save since ${formatTimeOfDay(banner.since)}. `
        + "What you do is kept here and sent again.");
    }
  }

  #showStanding() {
    const board = this.#desk?.board;
    if (!board) return;
    const { session } = this;
    const now = this.#desk.connection.now();
    const standing = sessionStanding(session, board.track, runsOf(board, session), now);
    this.#part("flag").show(standing);
  }

  showConnection(line) {
    const { state, heardAt } = this.#desk?.connection
      ?? { state: line.isOpen ? "live" : "connecting", heardAt: line.heardAt };
    const now = line.now() ?? Date.now() * 1000;
    const heard = heardAt === null ? null : now - (performance.now() - heardAt) * 1000;
    this.#part("connection").show(state, now, heard);
  }

  showMissing() {
    this.#runs.showMissing();
  }

  /** Once a second. */
  tick(line) {
    this.showConnection(line);
    this.#showStanding();
    const board = this.#desk?.board;
    if (board && this.#page.dataset.view === "runs") this.#runs.tick(board, this.session);
  }

  closeRun = () => {
    if (this.#isEarlier) return this.#earlier.closeRun();
    if (this.#open === null) return;
    const run = this.#open;
    const hadFocus = this.#part("run").contains(document.activeElement);
    this.#open = null;
    this.#part("run").hidden = true;
    this.#page.classList.remove("has-run");
    this.render();
    if (hadFocus) this.#part("runs").focusRun(run);
  };

  #onOpen = ({ detail: run }) => {
    this.#open = run;
    this.render();
    this.#part("run").focusInside();
  };

  /** Where the hand rests when what it was at is gone. */
  focusDesk() {
    if (this.#isEarlier && this.#earlier.focusList()) return;
    const isRuns = this.#page.dataset.view === "runs";
    if (isRuns && this.#part("runs").focusRun(this.#open ?? undefined)) return;
    this.#page.querySelector('.view-button[aria-pressed="true"]').focus();
  }

  /** Goes into the view that is shown: to the runs themselves, else to its heading. */
  focusView() {
    const { view } = this.#page.dataset;
    if (view === "runs" || this.#isEarlier) return this.focusDesk();
    this.#page.querySelector(`.view[data-view="${view}"] h2`).focus();
  }

  #onAllDone = () => this.#part("runs").focusRun();

  #onSessionCreated = ({ detail: id }) => this.chooseSession(id);

  #onSession = (event) => this.chooseSession(event.target.value);

  #onFind = () => this.render({ isAsked: true });

  /** Down or Enter goes from the field into the table; Escape clears it. */
  #onFindKey = (event) => {
    if (event.key === "Escape") this.#part("find").value = "";
    if (event.key === "Escape") this.render({ isAsked: true });
    if (!["ArrowDown", "Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (this.#isEarlier) this.#earlier.focusList();
    else this.#part("runs").focusRun();
  };
}
