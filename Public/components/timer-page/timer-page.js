/**
 * `<timer-page>`: times oneself. Holds the line, the outbox and the run; shows one phase at a time:
 * token, track, course, runner, ready, run, finish.
 */

import "../sound-button/sound-button.js";
import "../theme-button/theme-button.js";
import "../timer-finish/timer-finish.js";
import "../timer-handover/timer-handover.js";
import "../timer-refused/timer-refused.js";
import "../timer-run/timer-run.js";
import "../timer-origin/timer-origin.js";
import "../timer-status/timer-status.js";
import "../timer-token/timer-token.js";
import { keepShell } from "../../js/app-shell.js";
import { deviceStore } from "../../js/device-store.js";
import { element, setText } from "../../js/dom.js";
import { deviceId, forgetToken, takeToken } from "../../js/identity.js";
import { LeaveGuard } from "../../js/leave-guard.js";
import { browserEnvironment, ServerLine } from "../../js/line.js";
import { Outbox } from "../../js/outbox.js";
import { pulse } from "../../js/pulse.js";
import { RunTimer } from "../../js/run-timer.js";
import { store } from "../../js/storage.js";
import { TapClock } from "../../js/tap-clock.js";
import { WakeLock } from "../../js/wake-lock.js";
import { BoardWatch } from "./board-watch.js";
import { DeviceReport } from "./device-report.js";
import { Setup } from "./setup.js";
import { TroubleBox } from "./trouble-box.js";

const CLIENT = "timer/0.1.0";
const MAY_NOT_TIME = new Set(["spectator", "runner"]);

class TimerPage extends HTMLElement {
  #token = takeToken("timer");
  #environment = browserEnvironment();
  #device = deviceId();
  #line = new ServerLine(() => ({ client: CLIENT, token: this.#token, device: this.#device }),
    this.#environment);
  #clock = new TapClock(this.#line);
  #outbox = new Outbox(this.#line, "timer", { keepsRefused: true, clock: this.#clock });
  #timer = new RunTimer(this.#outbox);
  #wakeLock = new WakeLock(() => this.#showStatus());
  #leaving = new LeaveGuard();
  #board = new BoardWatch(this.#line, this.#environment, (board) => this.#onBoard(board));
  #report = null;
  #setup = new Setup({
    show: (...phase) => this.#show(...phase), outbox: this.#outbox, clock: this.#clock,
    follow: (track) => this.#board.follow(track), start: (...run) => this.#start(...run),
    warn: (sentence) => this.#trouble.say(sentence),
  });
  #trouble = new TroubleBox((name) => this.#part(name), {
    gone: () => this.#keepHand(), resend: () => this.#timer.resendStart(),
  });
  #phase = null;
  #second = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#line.addEventListener("welcome", this.#onWelcome);
    this.#line.addEventListener("lost", this.#showStatus);
    this.#line.addEventListener("message", this.#onMessage);
    this.#line.addEventListener("ended", this.#onEnded);
    this.#outbox.addEventListener("change", this.#showStatus);
    this.#timer.addEventListener("change", this.#onRun);
    this.#timer.addEventListener("trouble", this.#onTrouble);
    this.#trouble.listen();
    this.#part("refused").listen(this.#outbox, this.#timer, () => this.#keepHand());
    this.#part("handover").listen(this.#outbox, this.#device, () => this.#goOn());
    addEventListener("hashchange", this.#onHash);
    this.#second = setInterval(this.#showStatus, 1_000);
    this.#report = new DeviceReport(this.#line, this.#outbox, this.#clock);
    keepShell();
    if (this.#token) this.#line.start();
    this.#begin();
  }

  disconnectedCallback() {
    clearInterval(this.#second);
    this.#report.stop();
    this.#board.stop();
    this.#timer.stop();
    this.#outbox.stop();
    this.#wakeLock.stop();
    this.#leaving.want(false);
    this.#line.stop();
    this.#line.removeEventListener("welcome", this.#onWelcome);
    this.#line.removeEventListener("lost", this.#showStatus);
    this.#line.removeEventListener("message", this.#onMessage);
    this.#line.removeEventListener("ended", this.#onEnded);
    this.#outbox.removeEventListener("change", this.#showStatus);
    this.#timer.removeEventListener("change", this.#onRun);
    this.#timer.removeEventListener("trouble", this.#onTrouble);
    this.#trouble.stop();
    removeEventListener("hashchange", this.#onHash);
  }

  /** Goes on with the run that was left, else with what the address or the last visit says. */
  async #begin() {
    await this.#timer.load();
    // It may have turned out meanwhile that the server does not know it.
    if (!this.#token) return this.#beginWithoutToken();
    if (this.#timer.run) {
      this.#board.follow(this.#timer.run.track.id);
      this.#sayOfStart();
      return this.#onRun();
    }
    return this.#setup.begin(new URLSearchParams(location.search).get("track"));
  }

  /** A run that goes on does so without a token too. */
  #beginWithoutToken() {
    if (this.#timer.run && !this.#timer.standing.hasEnded) {
      this.#trouble.say("This phone has no token. Go on: what you tap is kept here. Open a timer’s link to send it.");
      this.#onRun();
    } else if (this.#phase === null) {
      this.#askToken();
    }
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
    this.#trouble.hide();
    this.#line.stop();
    this.#line.start();
    this.#begin();
  }

  /** The timer's link opened once more, over the page that lacks a token. */
  #onHash = () => {
    if (this.#token === null && location.hash.includes("token=")) this.#useToken(takeToken("timer"));
  };

  async #start(track, { id, name, number }, instant) {
    await this.#timer.start(track, { id, name }, number, instant);
    pulse("split");
    this.#onRun();
    this.#say("Started");
  }

  /** The phase follows from the run: on, over, or gone. */
  #onRun = () => {
    const { run } = this.#timer;
    if (!run?.refusedStart) this.#trouble.hideStart();
    const phase = !run ? "ready" : this.#timer.standing.hasEnded ? "finish" : "run";
    if (phase === this.#phase || (!run && this.#phase !== "run" && this.#phase !== "finish")) return;
    if (phase === "ready") return this.#setup.use(this.#setup.track);
    this.#setup.track = run.track;
    this.#show(phase, `timer-${phase}`, { timer: this.#timer, clock: this.#clock }, {
      say: ({ detail }) => this.#say(detail),
      again: () => this.#timer.forget(),
    });
  };

  #onBoard = (board) => {
    this.#setup.learn(board.track);
    this.#timer.see(board);
  };

  /** Commands that are refused are done with; so none may go to a server that takes none from here. */
  #onWelcome = ({ detail: { role } }) => {
    if (MAY_NOT_TIME.has(role)) {
      return this.#loseToken("This token is for watching, not for timing.");
    }
    this.#showStatus();
  };

  #onMessage = ({ detail: message }) => {
    if (message.type === "error" && message.code === "unauthorized" && !message.commandId) {
      this.#loseToken("The server does not know this token any more. It may belong to another server, or have been replaced.");
    }
  };

  #onEnded = ({ detail: code }) => {
    if (code === 4504) return this.#loseToken("The server has taken this token back. Ask race control for a new link.");
    this.#trouble.say("The server has ended this connection. What you tapped is kept here; reload the page to send it.");
  };

  #loseToken(reason) {
    this.#line.stop();
    forgetToken("timer");
    this.#token = null;
    // Nobody is stopped in mid-run.
    if (this.#timer.run && this.#phase) {
      this.#trouble.say(`${reason} Go on: what you tap is kept on this phone. Open a new timer’s link here to send it.`);
    } else {
      this.#askToken(reason);
    }
    this.#showStatus();
  }

  #onTrouble = ({ detail: refusal }) => {
    // What else is refused of a run that the server has not got follows from that.
    if (!this.#sayOfStart()) this.#trouble.say(`The server did not take this: ${refusal.message}`);
  };

  /** Says that the server has not got this run; answers whether it is so. */
  #sayOfStart() {
    const start = this.#timer.run?.refusedStart;
    if (start) this.#trouble.sayOfStart(start.message);
    return Boolean(start);
  }

  /** Whoever works without a pointer goes on where they are, also when what they pressed is gone. */
  #keepHand() {
    const at = document.activeElement;
    if (at === document.body || !at.checkVisibility()) this.#goOn();
  }

  #goOn() {
    this.#part("phase").firstElementChild?.focus();
  }

  #say(sentence) {
    setText(this.#part("announcer"), sentence);
  }

  #showStatus = () => {
    this.#leaving.want(this.#phase === "run" || this.#outbox.size > 0);
    this.#part("status").show({
      isConnected: this.#line.isOpen && this.#line.welcome !== null,
      unsent: this.#outbox.size,
      uncertainty: this.#line.uncertainty(),
      isAwake: this.#wakeLock.isHeld,
      isTiming: isTiming(this.#phase),
      isLasting: deviceStore().isLasting,
    });
    this.#part("status").hidden = !isTiming(this.#phase) && this.#phase !== "finish" && this.#outbox.size === 0;
  };

  #show(phase, name, properties, listeners) {
    const isFirst = this.#phase === null;
    this.#phase = phase;
    this.dataset.phase = phase;
    const part = Object.assign(element(name), properties);
    for (const [type, listener] of Object.entries(listeners)) part.addEventListener(type, listener);
    this.#wakeLock.want(isTiming(phase));
    this.#part("phase").replaceChildren(part);
    if (!isFirst) this.#keepHand();
    this.#showStatus();
    return part;
  }
}

/** A phone that waits for a start, or times a run, must not fall asleep. */
const isTiming = (phase) => phase === "ready" || phase === "run";

customElements.define("timer-page", TimerPage);
