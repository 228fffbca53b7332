/**
 * `<timer-page>`: times oneself. Holds the line, the outbox and the run; shows one phase at a time:
 * token, track, course, runner, ready, run, finish.
 */

import "../theme-button/theme-button.js";
import "../timer-course/timer-course.js";
import "../timer-finish/timer-finish.js";
import "../timer-ready/timer-ready.js";
import "../timer-run/timer-run.js";
import "../timer-runner/timer-runner.js";
import "../timer-status/timer-status.js";
import "../timer-token/timer-token.js";
import "../timer-track/timer-track.js";
import { element, setText } from "../../js/dom.js";
import { deviceId, forgetToken, takeToken } from "../../js/identity.js";
import { bestOn, tracks } from "../../js/known-runners.js";
import { browserEnvironment, ServerLine } from "../../js/line.js";
import { Outbox } from "../../js/outbox.js";
import { pulse } from "../../js/pulse.js";
import { RunTimer } from "../../js/run-timer.js";
import { store, storedValue, storeValue } from "../../js/storage.js";
import { TapClock } from "../../js/tap-clock.js";
import { WakeLock } from "../../js/wake-lock.js";
import { BoardWatch } from "./board-watch.js";
import { DeviceReport } from "./device-report.js";

const CLIENT = "timer/0.1.0";

class TimerPage extends HTMLElement {
  #token = takeToken("timer");
  #environment = browserEnvironment();
  #device = deviceId();
  #line = new ServerLine(() => ({ client: CLIENT, token: this.#token, device: this.#device }),
    this.#environment);
  #outbox = new Outbox(this.#line, "timer");
  #timer = new RunTimer(this.#outbox);
  #clock = new TapClock(this.#line);
  #wakeLock = new WakeLock(() => this.#showStatus());
  #board = new BoardWatch(this.#line, this.#environment, (board) => this.#onBoard(board));
  #report = null;
  #track = null;
  #runner = storedValue("own-runner");
  #phase = null;
  #second = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#line.addEventListener("welcome", this.#showStatus);
    this.#line.addEventListener("lost", this.#showStatus);
    this.#line.addEventListener("message", this.#onMessage);
    this.#line.addEventListener("ended", this.#onEnded);
    this.#outbox.addEventListener("change", this.#showStatus);
    this.#timer.addEventListener("change", this.#onRun);
    this.#timer.addEventListener("trouble", this.#onTrouble);
    this.#part("dismiss").addEventListener("click", this.#dismiss);
    addEventListener("hashchange", this.#onHash);
    this.#second = setInterval(this.#showStatus, 1_000);
    this.#report = new DeviceReport(this.#line, this.#outbox, this.#clock);
    if (!this.#token) return this.#askToken();
    this.#line.start();
    this.#begin();
  }

  disconnectedCallback() {
    clearInterval(this.#second);
    this.#report.stop();
    this.#board.stop();
    this.#timer.stop();
    this.#outbox.stop();
    this.#wakeLock.stop();
    this.#line.stop();
    this.#line.removeEventListener("welcome", this.#showStatus);
    this.#line.removeEventListener("lost", this.#showStatus);
    this.#line.removeEventListener("message", this.#onMessage);
    this.#line.removeEventListener("ended", this.#onEnded);
    this.#outbox.removeEventListener("change", this.#showStatus);
    this.#timer.removeEventListener("change", this.#onRun);
    this.#timer.removeEventListener("trouble", this.#onTrouble);
    this.#part("dismiss").removeEventListener("click", this.#dismiss);
    removeEventListener("hashchange", this.#onHash);
  }

  /** Goes on with the run that was left, else with what the address or the last visit says. */
  async #begin() {
    if (this.#timer.run) {
      this.#board.follow(this.#timer.run.track.id);
      return this.#onRun();
    }
    const wanted = new URLSearchParams(location.search).get("track");
    if (!wanted) return this.#chooseTrack();
    try {
      const track = (await tracks()).find(({ id }) => id === wanted);
      if (track) return this.#useTrack(track);
      this.#warn(`There is no track “${wanted}” here. Choose one of these, or create it.`);
    } catch {
      // The list says that the server does not answer, and tries again.
    }
    this.#chooseTrack();
  }

  #askToken(reason = "") {
    this.#show("token", "timer-token", { reason }, {
      token: ({ detail }) => {
        store("token.timer", detail);
        this.#useToken(detail);
      },
    });
  }

  #useToken(token) {
    this.#token = token;
    this.#line.stop();
    this.#line.start();
    this.#begin();
  }

  /** The timer's link opened once more, over the page that asks for it. */
  #onHash = () => {
    if (this.#phase === "token" && location.hash.includes("token=")) this.#useToken(takeToken("timer"));
  };

  #chooseTrack = () => {
    this.#show("track", "timer-track", {}, {
      track: ({ detail }) => this.#useTrack(detail),
      create: ({ detail }) => this.#createTrack(detail),
    });
  };

  #createTrack(taken) {
    this.#show("course", "timer-course", { outbox: this.#outbox, taken }, {
      created: ({ detail }) => this.#useTrack(detail),
      back: this.#chooseTrack,
    });
  }

  #useTrack(track) {
    this.#track = track;
    this.#board.follow(track.id);
    if (this.#runner) this.#showReady();
    else this.#askRunner();
  }

  #askRunner = () => {
    this.#show("runner", "timer-runner", { track: this.#track, last: this.#runner }, {
      runner: ({ detail: { isNew, ...runner } }) => {
        this.#runner = runner;
        storeValue("own-runner", runner);
        if (isNew) {
          this.#outbox.send({ type: "registerRunner", runner: runner.id, name: runner.name })
            .catch(({ message }) => this.#warn(message));
        }
        this.#showReady();
      },
      back: this.#chooseTrack,
    });
  };

  #showReady() {
    const ready = this.#show("ready", "timer-ready",
      { track: this.#track, runner: this.#runner, clock: this.#clock }, {
        start: ({ detail }) => {
          const { id, name, number } = this.#runner;
          this.#timer.start(this.#track, { id, name }, number, detail);
          pulse("split");
          this.#onRun();
          this.#say("Started");
        },
        "change-track": this.#chooseTrack,
        "change-runner": this.#askRunner,
      });
    bestOn(this.#track, this.#runner.id).then((best) => ready.showBest(best), () => {});
  }

  /** The phase follows from the run: on, over, or gone. */
  #onRun = () => {
    const { run } = this.#timer;
    const phase = !run ? "ready" : this.#timer.standing.hasEnded ? "finish" : "run";
    if (phase === this.#phase || (!run && this.#phase !== "run" && this.#phase !== "finish")) return;
    if (phase === "ready") return this.#useTrack(this.#track);
    this.#track = run.track;
    this.#show(phase, `timer-${phase}`, { timer: this.#timer, clock: this.#clock }, {
      say: ({ detail }) => this.#say(detail),
      again: () => this.#timer.forget(),
    });
  };

  /** What the list of tracks leaves out comes with the board: where a lap begins, how times are rounded. */
  #onBoard = (board) => {
    if (this.#track?.id === board.track.id) this.#track = { ...this.#track, ...board.track };
    this.#timer.see(board);
  };

  #onMessage = ({ detail: message }) => {
    if (message.type === "error" && message.code === "unauthorized") {
      this.#loseToken("The server does not know this token any more. It may belong to another server, or have been replaced.");
    }
  };

  #onEnded = ({ detail: code }) => {
    if (code === 4504) return this.#loseToken("The server has taken this token back. Ask race control for a new link.");
    this.#warn("The server has ended this connection. What you tapped is kept here; reload the page to send it.");
  };

  #loseToken(reason) {
    this.#line.stop();
    forgetToken("timer");
    this.#token = null;
    this.#askToken(this.#timer.run || this.#outbox.size
      ? `${reason} Your run and its splits are kept on this phone and go out with a new token.` : reason);
    this.#showStatus();
  }

  #onTrouble = ({ detail: refusal }) => this.#warn(`The server did not take this: ${refusal.message}`);

  #warn(sentence) {
    setText(this.#part("trouble-text"), sentence);
    this.#part("trouble").hidden = false;
  }

  #dismiss = () => {
    this.#part("trouble").hidden = true;
  };

  #say(sentence) {
    setText(this.#part("announcer"), sentence);
  }

  #showStatus = () => {
    this.#part("status").show({
      isConnected: this.#line.isOpen && this.#line.welcome !== null,
      unsent: this.#outbox.size,
      uncertainty: this.#line.uncertainty(),
      isAwake: this.#wakeLock.isHeld,
      isTiming: isTiming(this.#phase),
    });
  };

  #show(phase, name, properties, listeners) {
    this.#phase = phase;
    this.dataset.phase = phase;
    const part = Object.assign(element(name), properties);
    for (const [type, listener] of Object.entries(listeners)) part.addEventListener(type, listener);
    this.#wakeLock.want(isTiming(phase));
    this.#part("status").hidden = !isTiming(phase) && phase !== "finish";
    this.#part("phase").replaceChildren(part);
    this.#showStatus();
    return part;
  }
}

/** A phone that waits for a start, or times a run, must not fall asleep. */
const isTiming = (phase) => phase === "ready" || phase === "run";

customElements.define("timer-page", TimerPage);
