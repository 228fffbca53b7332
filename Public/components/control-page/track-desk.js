/** All that the page has of one track: its board kept current, the desk, and what this device noted. */

import { BoardConnection } from "../../js/connection.js";
import { Desk } from "../../js/desk.js";
import { Dismissed } from "../../js/dismissed.js";
import { browserEnvironment } from "../../js/line.js";
import { StartList } from "../../js/start-list.js";

const NOTICES = 50;

/** Calls `changed` when there is something else to show, and `stateChanged` with the line's state. */
export class TrackDesk {
  connection;
  desk;
  startList;
  dismissed;
  notices = [];
  #changed;
  #stateChanged;

  constructor(track, line, outbox, { changed, stateChanged }) {
    this.track = track;
    this.connection = new BoardConnection(track, browserEnvironment(), line);
    this.desk = new Desk(outbox, track);
    this.startList = new StartList(track);
    this.dismissed = new Dismissed(track);
    this.#changed = changed;
    this.#stateChanged = stateChanged;
    this.connection.addEventListener("board", this.#onBoard);
    this.connection.addEventListener("state", this.#onState);
    this.connection.addEventListener("notice", this.#onNotice);
    this.connection.start();
  }

  get board() {
    return this.connection.board;
  }

  stop() {
    this.connection.removeEventListener("board", this.#onBoard);
    this.connection.removeEventListener("state", this.#onState);
    this.connection.removeEventListener("notice", this.#onNotice);
    this.connection.stop();
  }

  #onBoard = () => this.#changed();

  #onState = ({ detail }) => this.#stateChanged(detail);

  #onNotice = ({ detail }) => {
    if (detail.kind !== "attention") return;
    this.notices = [...this.notices, detail].slice(-NOTICES);
    this.#changed();
  };
}
