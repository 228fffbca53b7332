/**
 * A line to the server over WebSocket: it says hello, keeps the clock set, notices when the other end
 * has gone silent, and comes back by itself. What is said over it is the affair of others.
 *
 * The socket and the monotonic clock come in as arguments.
 */

import { mayReconnect, reconnectDelay } from "./backoff.js";
import { ServerClock } from "./clock.js";
import { PingBurst } from "./ping-burst.js";

export const SUBPROTOCOL = "livetiming.v1.json";

/** Nothing heard for so long after a ping: the line is dead, whatever the socket says. */
const DEAD_AFTER = 10_000;
/** The wall clock and the monotonic one ran apart by so many microseconds: one of them was not running, or was set. */
const JUMP = 20_000;
/** A line that held this long is a good one: the next break starts again at the shortest wait. */
const GOOD_AFTER = 5_000;

/**
 * Fires `open` (hello is sent, other messages may follow), `welcome` and `message` (detail: the
 * message; `message` for all but `welcome` and `pong`), `settled` (the clock is as well known as it soon
 * will be), `parted` (the clocks of this machine have, see below), `lost` (it will come back) and `ended`
 * (it was told not to).
 */
export class ServerLine extends EventTarget {
  clock = new ServerClock();
  /** The last `welcome`: role, limits; `null` before the first. */
  welcome = null;
  /** Whether this connection has been welcomed: before that it may turn out that the token is not known. */
  isWelcome = false;
  /** Local milliseconds of the last message; `null` before the first. */
  heardAt = null;

  #hello;
  #url;
  #environment;
  #socket = null;
  #attempt = 0;
  #openedAt = 0;
  #retry = null;
  #watch = null;
  #pings = new PingBurst(() => this.send({ type: "ping", t0: this.#environment.now() }),
    () => this.#fire("settled"));
  /** By how much the wall clock was ahead of the monotonic one when they were last compared. */
  #wallAhead = null;

  /** @param hello a function that answers the fields of `hello`: `client`, and `token`, `device`. */
  constructor(hello, environment = browserEnvironment()) {
    super();
    this.#hello = hello;
    this.#environment = environment;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#url = `${scheme}//${location.host}/ws`;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether the clock was measured since the line opened, and since a sleep. */
  get isSettled() {
    return this.isWelcome && this.#pings.isSettled;
  }

  start() {
    if (this.#watch !== null) return;
    this.#watch = setInterval(() => this.#checkSilence(), 500);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  stop() {
    clearInterval(this.#watch);
    this.#watch = null;
    clearTimeout(this.#retry);
    this.#retry = null;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** Hangs up, and comes back after the usual wait. */
  reopen() {
    this.#socket?.close();
  }

  /** The other end is silent: lets go of it at once, and tries anew. */
  giveUp() {
    this.#lose(1006);
  }

  /** Server time now, microseconds; `null` until the first pong. */
  now() {
    return this.clock.serverTime(this.#environment.now());
  }

  /**
   * Server time at a local reading, measured rather than for display.
   * @returns {{time: number, uncertainty: number}|null} `null` while it is unknown
   */
  measure(local = this.#environment.now()) {
    this.#compareClocks();
    return this.clock.measure(local);
  }

  /** The clock's part of how uncertain server time is now, microseconds; `null` while it is unknown. */
  uncertainty() {
    return this.measure()?.uncertainty ?? null;
  }

  /** Whether the message went out; what did not is the sender's to keep. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect() {
    this.#retry = null;
    const socket = this.#environment.open(this.#url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      this.#openedAt = performance.now();
      this.heardAt = this.#openedAt;
      this.send({ type: "hello", ...this.#hello() });
      this.#pings.start();
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(code);
    };
  }

  #receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    this.heardAt = performance.now();
    switch (message.type) {
      case "welcome":
        // Another server process may have another clock.
        if (this.welcome !== null && this.welcome.server !== message.server) this.clock.forget();
        this.welcome = message;
        this.isWelcome = true;
        return this.#fire("welcome", message);
      case "pong":
        return this.#takePong(message);
      default:
        return this.#fire("message", message);
    }
  }

  #takePong(message) {
    const t3 = this.#environment.now();
    this.#compareClocks();
    this.clock.add({ ...message, t3 });
    this.#pings.answered();
  }

  #lose(code) {
    if (performance.now() - this.#openedAt > GOOD_AFTER && this.#openedAt > 0) this.#attempt = 0;
    this.#drop();
    if (!mayReconnect(code)) {
      this.stop();
      return this.#fire("ended", code);
    }
    this.#retry = setTimeout(() => this.#connect(), reconnectDelay(this.#attempt++));
    this.#fire("lost", code);
  }

  /** Lets go of the socket; what it still delivers is ignored. */
  #drop() {
    this.#pings.stop();
    this.isWelcome = false;
    const socket = this.#socket;
    this.#socket = null;
    this.#openedAt = 0;
    // One that is still opening is closed as soon as it can be without an error.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /**
   * A monotonic clock may stand still while the machine sleeps. The wall clock goes on then, and has run
   * ahead when it wakes: what was measured before says nothing any more. (So it does when somebody sets
   * it; then the pings are measured anew for nothing.) One that was set back says nothing of the other,
   * but an instant that was read from it before says nothing any more.
   */
  #compareClocks() {
    const before = this.#environment.now();
    const ahead = this.#environment.wall() - before;
    // The page was held up between the two readings: they cannot be compared.
    if (this.#environment.now() - before > JUMP / 4) return;
    const jump = this.#wallAhead === null ? 0 : ahead - this.#wallAhead;
    this.#wallAhead = ahead;
    if (Math.abs(jump) > JUMP) this.#fire("parted");
    if (jump <= JUMP) return;
    this.clock.breakOff(before);
    if (this.isOpen) this.#pings.start();
  }

  #checkSilence() {
    this.#compareClocks();
    if (!this.isOpen || this.heardAt >= this.#pings.pingedAt) return;
    if (performance.now() - this.#pings.pingedAt > DEAD_AFTER) this.giveUp();
  }

  /** Back from sleep or from a dead network: try now rather than when the timer says so. */
  #hurry = () => {
    if (document.visibilityState !== "visible") return;
    if (this.#retry !== null) {
      clearTimeout(this.#retry);
      this.#connect();
    } else if (this.isOpen) {
      this.#compareClocks();
      this.#pings.start();
    }
  };

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The real thing; `now` is monotonic, `wall` the time of day, both in whole microseconds. */
export function browserEnvironment() {
  return {
    open: (url, protocol) => new WebSocket(url, protocol),
    fetch: (path) => fetch(path, { headers: { Accept: "application/json" } }),
    now: () => Math.round(performance.now() * 1000),
    wall: () => Date.now() * 1000,
  };
}
