/**
 * The board of a track, kept current over a line to the server.
 *
 * It is fetched over HTTP while the line opens; then it is subscribed to from there on. After a break
 * it resumes from the last `seq`. An update that does not fit is answered by asking for a snapshot.
 */

import { boardAfter, boardFromSnapshot, canApply, isHeartbeat } from "./board.js";
import { browserEnvironment, ServerLine } from "./line.js";

export const CLIENT = "board/0.1.0";

/** The server speaks once a second; three silent seconds are worth a word, ten a new line. */
const STALE_AFTER = 3_000;
const DEAD_AFTER = 10_000;

/**
 * Fires `board` (detail: `{board, fresh}`, `fresh` where it is not a continuation), `state`, and
 * `notice` (detail: the message). `state` is one of `connecting`, `live`, `reconnecting`, `stale`,
 * `missing` (no such track) and `closed` (told not to come back).
 */
export class BoardConnection extends EventTarget {
  state = "connecting";
  /** @type {import("./board.js").Board|null} */
  board = null;

  #track;
  #line;
  #ownsLine;
  #rate;
  #environment;
  #subscribed = false;
  #wasOpen = false;
  #wasFetched = false;
  #watch = null;

  /**
   * @param line one that the page has for other things too; without it the board has its own
   * @param {number|null} rate updates a second; the server's usual where it is left out
   */
  constructor(track, environment = browserEnvironment(), line = null, rate = null) {
    super();
    this.#rate = rate;
    this.#track = track;
    this.#environment = environment;
    this.#ownsLine = line === null;
    this.#line = line ?? new ServerLine(() => ({ client: CLIENT }), environment);
  }

  /** Local milliseconds of the last message: since when the page is stale, if it is. */
  get heardAt() {
    return this.#line.heardAt;
  }

  start() {
    this.#watch = setInterval(() => this.#checkSilence(), 500);
    this.#line.addEventListener("open", this.#opened);
    this.#line.addEventListener("message", this.#received);
    this.#line.addEventListener("lost", this.#lost);
    this.#line.addEventListener("ended", this.#ended);
    this.#fetchBoard();
    this.#line.start();
  }

  stop() {
    clearInterval(this.#watch);
    this.#line.removeEventListener("open", this.#opened);
    this.#line.removeEventListener("message", this.#received);
    this.#line.removeEventListener("lost", this.#lost);
    this.#line.removeEventListener("ended", this.#ended);
    if (this.#ownsLine) return this.#line.stop();
    if (this.#subscribed) {
      this.#line.send({ type: "unsubscribe", id: "board", track: this.#track });
    }
  }

  /** Server time now, microseconds; `null` until the first pong. */
  now() {
    return this.#line.now();
  }

  async #fetchBoard() {
    try {
      const path = `/api/v1/tracks/${encodeURIComponent(this.#track)}/board`;
      const response = await this.#environment.fetch(path);
      if (response.status === 404) return this.#end("missing");
      if (!response.ok || this.board) return;
      this.#replace(await response.json());
    } catch {
      // The line's own retries go on, and its snapshot will do as well.
    } finally {
      // Over a line that opens only now there is nothing on its way to wait for.
      this.#wasFetched = true;
      this.#subscribe();
    }
  }

  #subscribe({ resume = true } = {}) {
    if (this.#subscribed || !this.#line.isOpen || this.state === "missing") return;
    this.#subscribed = true;
    const cursor = resume && this.board ? { epoch: this.board.epoch, after: this.board.seq } : {};
    const rate = this.#rate === null ? {} : { rate: this.#rate };
    this.#line.send({ type: "subscribe", id: "board", track: this.#track, ...rate, ...cursor });
  }

  #opened = () => {
    this.#subscribed = false;
    // The first time the board is on its way over HTTP, and is subscribed to from there on.
    if (this.board || this.#wasOpen || this.#wasFetched) this.#subscribe();
    this.#wasOpen = true;
  };

  #received = ({ detail: message }) => {
    const track = message.track?.id ?? message.track;
    if (track !== undefined && track !== this.#track) return;
    switch (message.type) {
      case "snapshot":
        this.#replace(message);
        this.#setState("live");
        break;
      case "update":
        this.#update(message);
        break;
      case "error":
        if (message.id !== "board") break;
        if (message.code === "unknownTrack") this.#end("missing");
        // The track is not on disk yet: hanging up comes back to it after the usual wait.
        if (message.code === "storageUnavailable") this.#line.reopen();
        break;
      case "notice":
        this.dispatchEvent(new CustomEvent("notice", { detail: message }));
        break;
    }
  };

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

  #lost = () => {
    this.#subscribed = false;
    if (this.state === "missing" || this.state === "stale") return;
    this.#setState(this.board ? "reconnecting" : "connecting");
  };

  #ended = () => {
    if (this.state !== "missing") this.#setState("closed");
  };

  #end(state) {
    if (this.#ownsLine) this.#line.stop();
    this.#setState(state);
  }

  #checkSilence() {
    if (this.heardAt === null || this.state === "missing" || this.state === "closed") return;
    const silence = performance.now() - this.heardAt;
    if (silence > STALE_AFTER && this.board) this.#setState("stale");
    if (silence > DEAD_AFTER && this.#line.isOpen && this.#subscribed) this.#line.giveUp();
  }

  #setState(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
