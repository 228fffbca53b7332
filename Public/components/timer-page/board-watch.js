/** Follows the board of one track at a time, over the line that the page has. */

import { BoardConnection } from "../../js/connection.js";

export class BoardWatch {
  #line;
  #environment;
  #seen;
  #track = null;
  #connection = null;

  /** @param seen is called with each new board */
  constructor(line, environment, seen) {
    this.#line = line;
    this.#environment = environment;
    this.#seen = seen;
  }

  /** Turns to a track; nothing happens where it is followed already. */
  follow(track) {
    if (track === this.#track) return;
    this.stop();
    this.#track = track;
    this.#connection = new BoardConnection(track, this.#environment, this.#line);
    this.#connection.addEventListener("board", this.#onBoard);
    this.#connection.start();
  }

  stop() {
    this.#connection?.removeEventListener("board", this.#onBoard);
    this.#connection?.stop();
    this.#connection = this.#track = null;
  }

  #onBoard = ({ detail: { board } }) => this.#seen(board);
}
