/**
 * Sends what a phone handed over, over a line of its own that says hello as that phone: what it captured
 * is the phone's. It is kept on this device before it is sent, and goes on after a reload.
 */

import { isCapture } from "./handover.js";
import { ServerLine } from "./line.js";
import { Outbox } from "./outbox.js";

const CLIENT = "handover/0.1.0";
const BOX = "handover ";

/** Devices whose commands wait here, as an earlier visit left them. */
export const waitingDevices = ({ commands }) =>
  new Set(commands.filter(({ box }) => box.startsWith(BOX)).map(({ box }) => box.slice(BOX.length)));

/** Fires `change` when there is something else to tell. */
export class HandoverSender extends EventTarget {
  /** How many captures the server took now, and how many it had before. */
  taken = 0;
  had = 0;
  /** @type {import("./refusal.js").Refusal[]} */
  refused = [];
  /** @type {object[]} what was sent in this visit: the commands name each other */
  commands = [];
  #line;
  #outbox;
  /** What the server had of each track before anything was sent. */
  #seqs = new Map();

  constructor(device, token) {
    super();
    this.#line = new ServerLine(() => ({ client: CLIENT, token, device }));
    this.#outbox = new Outbox(this.#line, BOX + device);
    this.#outbox.addEventListener("acknowledged", this.#onAcknowledged);
    this.#outbox.addEventListener("refused", this.#onRefused);
    this.#outbox.addEventListener("change", this.#changed);
    this.#line.start();
  }

  /** How many commands the server has not answered. */
  get left() {
    return this.#outbox.size;
  }

  /** Resolves once they are kept. @param {object[]} commands */
  async send(commands) {
    const tracks = new Set(commands.map(({ track }) => track).filter(Boolean));
    await Promise.all([...tracks].map((track) => this.#askSeq(track)));
    this.commands = [...this.commands, ...commands];
    await this.#outbox.post(() => ({ commands }));
  }

  stop() {
    this.#outbox.stop();
    this.#line.stop();
  }

  async #askSeq(track) {
    try {
      const answer = await fetch(`/api/v1/tracks/${encodeURIComponent(track)}/board`);
      if (answer.ok) this.#seqs.set(track, (await answer.json()).seq);
    } catch {
      // Without an answer it only cannot be told what the server had.
    }
  }

  /** A repeat gets the first answer again, with the place in the log that it got then. */
  #onAcknowledged = ({ detail: { answer, command } }) => {
    if (isCapture(command)) {
      if (answer.seq <= (this.#seqs.get(command.track) ?? -1)) this.had += 1;
      else this.taken += 1;
    }
    this.#changed();
  };

  #onRefused = ({ detail: refusal }) => {
    this.refused = [...this.refused, refusal];
    this.#changed();
  };

  #changed = () => this.dispatchEvent(new Event("change"));
}
