/**
 * One spectator's line to the server: it gets the board, keeps it current, keeps the clock set, and
 * comes back by itself.
 *
 * The board is fetched over HTTP while the socket opens; then the socket subscribes from there on.
 * After a break it resumes from the last `seq`. An update that does not fit is answered by asking
 * for a snapshot. The socket, `fetch` and the monotonic clock come in as arguments.
 */

import { boardAfter, boardFromSnapshot, canApply, isHeartbeat } from "./board.js";
import { mayReconnect, reconnectDelay } from "./backoff.js";
import { ServerClock } from "./clock.js";

export const SUBPROTOCOL = "livetiming.v1.json";
export const CLIENT = "board/0.1.0";

const BURST = 5;
const BURST_INTERVAL = 200;
const PING_INTERVAL = 12_000;
/** The server speaks once a second; three silent seconds are worth a word, ten a new line. */
const STALE_AFTER = 3_000;
const DEAD_AFTER = 10_000;
/** A line that held this long is a good one: the next break starts again at the shortest wait. */
const GOOD_AFTER = 5_000;

/**
 * Fires `board` (detail: `{board, fresh}`, `fresh` where it is not a continuation), `state`, and
 * `notice` (detail: the message). `state` is one of `connecting`, `live`, `reconnecting`, `stale`,
 * `missing` (no such track) and `closed` (told not to come back).
 */
export class BoardConnection extends EventTarget {
  clock = new ServerClock();
  state = "connecting";
  /** @type {import("./board.js").Board|null} */
  board = null;
  /** Local milliseconds of the last message: since when the page is stale, if it is. */
  heardAt = null;

  #track;
  #socketUrl;
  #environment;
  #socket = null;
  #server = null;
  #attempt = 0;
  #openedAt = 0;
  #subscribed = false;
  #retry = null;
  #watch = null;
  #pings = [];

  constructor(track, environment = browserEnvironment()) {
    super();
    this.#track = track;
    this.#environment = environment;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socketUrl = `${scheme}//${location.host}/ws`;
  }

  start() {
    this.#watch = setInterval(() => this.#checkSilence(), 500);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#fetchBoard();
    this.#connect();
  }

  stop() {
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** Server time now, microseconds; `null` until the first pong. */
  now() {
    return this.clock.serverTime(this.#environment.now());
  }

  async #fetchBoard() {
    try {
      const path = `/api/v1/tracks/${encodeURIComponent(this.#track)}/board`;
      const response = await this.#environment.fetch(path);
      if (response.status === 404) return this.#end("missing");
      if (!response.ok || this.board) return;
      this.#replace(await response.json());
    } catch {
      // The socket's own retries go on, and its snapshot will do as well.
    } finally {
      this.#subscribe();
    }
  }

  #connect() {
    this.#retry = null;
    const socket = this.#environment.open(this.#socketUrl, SUBPROTOCOL);
    this.#socket = socket;
    this.#subscribed = false;
    socket.onopen = () => {
      this.#openedAt = performance.now();
      this.heardAt = this.#openedAt;
      this.#send({ type: "hello", client: CLIENT });
      this.#startPings();
      if (this.board || this.#attempt > 0) this.#subscribe();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lost(code);
    };
  }

  #subscribe({ resume = true } = {}) {
    if (this.#subscribed || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#subscribed = true;
    const cursor = resume && this.board ? { epoch: this.board.epoch, after: this.board.seq } : {};
    this.#send({ type: "subscribe", id: "board", track: this.#track, ...cursor });
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
        if (this.#server !== null && this.#server !== message.server) this.clock.forget();
        this.#server = message.server;
        break;
      case "pong":
        this.clock.add({ ...message, t3: this.#environment.now() });
        break;
      case "snapshot":
        this.#replace(message);
        this.#setState("live");
        break;
      case "update":
        this.#update(message);
        break;
      case "error":
        if (message.code === "unknownTrack") this.#end("missing");
        // The track is not on disk yet: closing comes back to it after the usual wait.
        if (message.code === "storageUnavailable") this.#socket.close();
        break;
      case "notice":
        this.dispatchEvent(new CustomEvent("notice", { detail: message }));
        break;
    }
  }

  #update(message) {
    if (!this.board) return;
    const hasCursor = message.epoch !== undefined;
    if (hasCursor && !canApply(this.board, message)) {
      this.#subscribed = false;
      this.#subscribe({ resume: false });
      return;
    }
    if (hasCursor) this.board = boardAfter(this.board, message);
    this.#setState("live");
    if (!isHeartbeat(message)) this.#publish(false);
  }

  #replace(message) {
    const fresh = this.board === null || this.board.epoch !== message.epoch;
    this.board = boardFromSnapshot(message);
    this.#publish(fresh);
  }

  #publish(fresh) {
    this.dispatchEvent(new CustomEvent("board", { detail: { board: this.board, fresh } }));
  }

  #lost(code) {
    if (performance.now() - this.#openedAt > GOOD_AFTER && this.#openedAt > 0) this.#attempt = 0;
    this.#drop();
    if (this.state === "missing") return;
    if (!mayReconnect(code)) return this.#end("closed");
    if (this.state !== "stale") this.#setState(this.board ? "reconnecting" : "connecting");
    this.#retry = setTimeout(() => this.#connect(), reconnectDelay(this.#attempt++));
  }

  #end(state) {
    clearTimeout(this.#retry);
    this.#drop();
    this.#setState(state);
  }

  /** Lets go of the socket; what it still delivers is ignored. */
  #drop() {
    this.#stopPings();
    const socket = this.#socket;
    this.#socket = null;
    this.#openedAt = 0;
    // One that is still opening is closed as soon as it can be without an error.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  #checkSilence() {
    if (this.heardAt === null || this.state === "missing" || this.state === "closed") return;
    const silence = performance.now() - this.heardAt;
    if (silence > STALE_AFTER && this.board) this.#setState("stale");
    if (silence > DEAD_AFTER && this.#socket?.readyState === WebSocket.OPEN) this.#lost(1006);
  }

  /** Back from sleep or from a dead network: try now rather than when the timer says so. */
  #hurry = () => {
    if (document.visibilityState !== "visible") return;
    if (this.#retry !== null) {
      clearTimeout(this.#retry);
      this.#connect();
    } else if (this.#socket?.readyState === WebSocket.OPEN) {
      // A monotonic clock may stand still in sleep: measure anew.
      this.clock.forget();
      this.#startPings();
    }
  };

  #startPings() {
    this.#stopPings();
    const ping = () => this.#send({ type: "ping", t0: this.#environment.now() });
    ping();
    for (let n = 1; n < BURST; n++) this.#pings.push(setTimeout(ping, n * BURST_INTERVAL));
    this.#pings.push(setInterval(ping, PING_INTERVAL));
  }

  #stopPings() {
    this.#pings.forEach(clearTimeout);
    this.#pings = [];
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #setState(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}

/** The real thing; `now` is monotonic, in whole microseconds. */
function browserEnvironment() {
  return {
    open: (url, protocol) => new WebSocket(url, protocol),
    fetch: (path) => fetch(path, { headers: { Accept: "application/json" } }),
    now: () => Math.round(performance.now() * 1000),
  };
}
