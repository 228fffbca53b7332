/** All that the page has of one track: board and start lists kept current, the desk, what was dismissed. */

import { BoardConnection } from "../../js/connection.js";
import { Desk } from "../../js/desk.js";
import { Dismissed } from "../../js/dismissed.js";
import { browserEnvironment } from "../../js/line.js";
import { StartLists } from "../../js/start-lists.js";

const NOTICES = 50;
/** What is done at the desk is to be seen on it at once. */
const RATE = 30;

/** Calls `changed` when there is something else to show, and `stateChanged` with the line's state. */
export class TrackDesk {
  connection;
  desk;
  startLists;
  dismissed;
  notices = [];
  #changed;
  #stateChanged;

  constructor(track, line, outbox, { changed, stateChanged }) {
    this.track = track;
    const environment = browserEnvironment();
    this.connection = new BoardConnection(track, environment, line, RATE);
    this.desk = new Desk(outbox, track);
    this.startLists = new StartLists(track, environment);
    this.dismissed = new Dismissed(track);
    this.#changed = changed;
    this.#stateChanged = stateChanged;
    this.connection.addEventListener("board", this.#onBoard);
    this.connection.addEventListener("state", this.#onState);
    this.connection.addEventListener("notice", this.#onNotice);
    this.startLists.addEventListener("change", this.#onBoard);
    this.connection.start();
  }

  get board() {
    return this.connection.board;
  }

  stop() {
    this.connection.removeEventListener("board", this.#onBoard);
    this.connection.removeEventListener("state", this.#onState);
    this.connection.removeEventListener("notice", this.#onNotice);
    this.startLists.removeEventListener("change", this.#onBoard);
    this.startLists.stop();
    this.connection.stop();
  }

  #onBoard = () => this.#changed();

  #onState = ({ detail }) => {
    // Whoever was away was not told what changed meanwhile.
    if (detail === "live") this.startLists.outdate();
    this.#stateChanged(detail);
    this.#changed();
  };

  #onNotice = ({ detail }) => {
    if (detail.code === "startList") this.startLists.outdate(detail.session);
    else if (detail.kind === "attention") this.notices = [...this.notices, detail].slice(-NOTICES);
    else return;
    this.#changed();
  };
}
