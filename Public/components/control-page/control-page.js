/**
 * `<control-page>`: race control. One line to the server carries the board of the chosen track and the
 * commands; this element brings them, the views and the keys together.
 */

import "../connection-state/connection-state.js";
import "../control-attention/control-attention.js";
import "../control-close/control-close.js";
import "../control-devices/control-devices.js";
import "../control-dialog/control-dialog.js";
import "../control-earlier/control-earlier.js";
import "../control-handover/control-handover.js";
import "../control-run/control-run.js";
import "../control-runs/control-runs.js";
import "../control-sessions/control-sessions.js";
import "../control-starts/control-starts.js";
import "../control-toast/control-toast.js";
import "../control-track/control-track.js";
import "../flag-bar/flag-bar.js";
import "../help-dialog/help-dialog.js";
import "../theme-button/theme-button.js";
import { setText } from "../../js/dom.js";
import { Desk } from "../../js/desk.js";
import { deviceId, takeToken } from "../../js/identity.js";
import { ServerLine } from "../../js/line.js";
import { Outbox } from "../../js/outbox.js";
import { listenToKeys } from "../board-page/keys.js";
import { Access } from "./access.js";
import { showRefusal } from "./action-buttons.js";
import { DeskView } from "./desk-view.js";
import { TrackChoice } from "./track-choice.js";
import { TrackDesk } from "./track-desk.js";

const CLIENT = "control/0.1.0";

class ControlPage extends HTMLElement {
  #token = null;
  #line = null;
  #outbox = null;
  #access = null;
  #view = null;
  /** @type {TrackDesk|null} */
  #desk = null;
  #tracks = new TrackChoice((track) => this.#turnToTrack(track),
    (tracks, chosen, isKnown) => this.#view.showTracks(tracks, chosen, isKnown));
  #frame = 0;
  #second = 0;
  #stopKeys = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#token = takeToken("control");
    this.#line = new ServerLine(() => ({ client: CLIENT, token: this.#token, device: deviceId() }));
    this.#outbox = new Outbox(this.#line, "control");
    this.#outbox.addEventListener("change", this.#onOutbox);
    this.#outbox.addEventListener("refused", this.#onEarlierRefusal);
    this.#view = new DeskView(this, this.#part, this.#token);
    this.#access = new Access(this, this.#part, this.#line, this.#onGranted);
    for (const name of ["starts", "session-list", "track", "handover"]) this.#part(name).host = this;
    this.addEventListener("click", this.#onClick);
    this.addEventListener("act", this.#onAct);
    this.addEventListener("undo", this.undo);
    this.addEventListener("put-away", this.#onPutAway);
    this.#part("tracks").addEventListener("change", this.#onTrackChosen);
    this.#stopKeys = listenToKeys({
      "/": () => this.#focusField("find"), r: () => this.#focusField("reason"),
      u: () => this.undo(), n: () => this.#goTo("runs", () => this.#part("attention").focusFirst()),
      "?": () => this.#part("help").open(), Escape: () => this.#view.closeRun(),
      1: () => this.#goTo("runs"), 2: () => this.#goTo("starts"),
      3: () => this.#goTo("sessions"), 4: () => this.#goTo("track"), 5: () => this.#goTo("earlier"),
      6: () => this.#goTo("devices"),
    });
    if (!this.#token) return this.#access.ask("none");
    this.#line.start();
    this.#tracks.ask();
    this.#frame = requestAnimationFrame(this.#draw);
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    this.#tracks.stop();
    this.#desk?.stop();
    this.#outbox.stop();
    this.#line.stop();
    this.#access.stop();
    this.#view.stop();
    this.#stopKeys();
    this.removeEventListener("click", this.#onClick);
    this.removeEventListener("act", this.#onAct);
    this.removeEventListener("undo", this.undo);
    this.removeEventListener("put-away", this.#onPutAway);
  }

  #onGranted = () => {
    this.#view.granted();
    this.#part("handover").open(this.#token);
  };

  // What the views ask of the page.

  /** Server time, whole microseconds; `null` until it is known. */
  get now() {
    const now = this.#line.now();
    return now === null ? null : Math.round(now);
  }

  /** Of the track that is worked at; `null` before it is known. */
  get board() {
    return this.#desk?.board ?? null;
  }

  /** The clock's part of how uncertain `now` is; a second where it is not known. */
  get uncertainty() {
    return this.#line.uncertainty() ?? 1_000_000;
  }

  /** The reason that stands in the page's field; taken once. */
  takeReason() {
    const field = this.#part("reason");
    const reason = field.value;
    field.value = "";
    return reason;
  }

  /** Does a deed and says so; a refusal is said beside `origin`. Answers whether it was done. */
  async perform(deed, origin = null) {
    try {
      await this.performOrThrow(deed);
      return true;
    } catch (refusal) {
      if (refusal.name !== "Refusal") throw refusal;
      this.#sayRefusal(refusal.message, origin);
      return false;
    }
  }

  async performOrThrow(deed) {
    const desk = this.#desk?.desk ?? new Desk(this.#outbox, null);
    await desk.perform(deed);
    this.#part("toast").show(deed.done, deed.inverse.length > 0 ? deed : null);
    setText(this.#part("announcer"), deed.done);
    this.#view.render();
  }

  /** Opens a form over the page; the hand goes back to what it was at. */
  ask(form) {
    const at = document.activeElement;
    const line = at?.closest("li[tabindex]");
    const isInRun = this.#part("run").contains(at);
    this.#part("dialog").open(form, this.takeReason(), (deed) => this.performOrThrow(deed), () => {
      if (at?.isConnected) at.focus();
      else if (line?.isConnected) line.focus();
      else if (isInRun && !this.#part("run").hidden) this.#part("run").focusInside();
      else this.#view.focusDesk();
    });
  }

  undo = async () => {
    const deed = this.#desk?.desk.latest;
    if (!deed) {
      return this.#part("toast").show("There is nothing to undo: what was done in this visit stands here.");
    }
    try {
      await this.#desk.desk.undo();
      const words = `Undone: ${deed.done}`;
      this.#part("toast").show(words);
      setText(this.#part("announcer"), words);
      this.#view.render();
    } catch (refusal) {
      if (refusal.name !== "Refusal") throw refusal;
      this.#sayRefusal(`“${deed.done}” cannot be undone: ${refusal.message}`);
    }
  };

  /** Turns to another track. */
  chooseTrack(track) {
    this.#tracks.choose(track);
  }

  #turnToTrack(track) {
    this.#desk?.stop();
    this.#desk = new TrackDesk(track, this.#line, this.#outbox, {
      changed: () => this.#view.render(), stateChanged: () => this.#onState(),
    });
    this.#view.setDesk(this.#desk);
  }

  #onTrackChosen = (event) => {
    this.#part("toast").hide();
    this.chooseTrack(event.target.value);
  };

  #onState() {
    this.#view.showConnection(this.#line);
    if (this.#desk?.connection.state === "missing") this.#view.showMissing();
  }

  #onOutbox = () => {
    const count = this.#outbox.size;
    this.#part("unsent").hidden = count === 0;
    setText(this.#part("unsent"), `${count} unsent`);
  };

  /** A command that an earlier visit sent: nobody waits for its answer, so it is said here. */
  #onEarlierRefusal = ({ detail }) => {
    if (this.#part("toast").hidden && !this.#part("dialog").isOpen) {
      this.#sayRefusal(detail.message);
    }
  };

  #sayRefusal(message, origin = null) {
    const isSaid = origin?.isConnected && showRefusal(origin, message);
    this.#part("toast").show(message, null, true);
    if (!isSaid) setText(this.#part("announcer"), message);
  }

  // Hands.

  #onAct = async ({ detail: { action, origin } }) => {
    if (action.dismiss) return this.#view.dismiss(action.item);
    if (action.form) {
      return this.ask(action.form({ now: this.now ?? Date.now() * 1000, uncertainty: this.uncertainty }));
    }
    await this.perform(action.deed(this.takeReason()), origin);
  };

  #onClick = (event) => {
    const button = event.target.closest("[data-action]");
    const action = button?.dataset.action;
    if (action === "help") this.#part("help").open();
    if (action === "view") this.#view.turnTo(button.dataset.view);
    if (action === "order") this.#view.turnOrder();
  };

  #onPutAway = () => this.#view.focusView();

  /** The fields above the runs: of the board or, where those are looked at, earlier ones. */
  #focusField(name) {
    this.#goTo(this.dataset.view === "earlier" ? "earlier" : "runs", () => this.#part(name).select());
  }

  #goTo(view, then = () => this.#view.focusView()) {
    this.#view.turnTo(view);
    then();
  }

  /** Once a frame: the running clocks; once a second: the rest of what tells time. */
  #draw = () => {
    this.#frame = requestAnimationFrame(this.#draw);
    this.#part("runs").drawClocks(this.now);
    const second = Math.floor(performance.now() / 1000);
    if (second === this.#second) return;
    this.#second = second;
    this.#view.tick(this.#line);
  };
}

customElements.define("control-page", ControlPage);
