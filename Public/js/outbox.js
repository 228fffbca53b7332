/**
 * Commands on their way to the server: each is kept on the device before anything is said of it, and is
 * sent until it is answered: by whichever tab sends, after every break, also when the browser was closed
 * in between. A repeat is harmless, since the server knows a command by its id.
 */

import { deviceStore } from "./device-store.js";
import { uniqueId } from "./ids.js";
import { SendingTab } from "./sending-tab.js";

/** The server asks for these to be sent again later; nothing was decided. */
const LATER = new Set(["storageUnavailable", "unavailable", "tooManyMessages", "internalError"]);
const RETRY_AFTER = 2_000;
/** Whatever the server has not answered for so long is sent again. */
const OVERDUE = 8_000;

/** Why a command was refused: `code`, `message`, `field` as the server says them. */
export class Refusal extends Error {
  constructor({ code, message, field = null, values = null }, command) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.field = field;
    this.values = values;
    this.command = command;
  }
}

/**
 * Fires `change` when there is more or less to send (see `size`) or to deal with (see `refused`),
 * `acknowledged` (detail: `{answer, command}`) and `refused` (detail: the `Refusal`), also for commands
 * of other tabs and of an earlier visit.
 */
export class Outbox extends EventTarget {
  /** What the server did not take and nobody has dealt with. @type {import("./indexed-store.js").Kept[]} */
  refused = [];
  #line;
  #box;
  #store;
  #keepsRefused;
  /** By command id, in the order in which they were made. */
  #waiting = new Map();
  /** Answered, and about to be taken out of the store. */
  #answeredIds = new Set();
  #settle = new Map();
  /** When a command went out over this connection. */
  #sentAt = new Map();
  #order = 0;
  #tab;
  #retry = null;
  #overdue;

  /**
   * @param line the `ServerLine` that the commands go out on.
   * @param box under which they are kept on the device.
   * @param {boolean} [options.keepsRefused] what is refused while nobody waits for the answer is kept
   *   until it is dealt with
   */
  constructor(line, box, { keepsRefused = false, store = deviceStore() } = {}) {
    super();
    this.#line = line;
    this.#box = box;
    this.#store = store;
    this.#keepsRefused = keepsRefused;
    this.#tab = new SendingTab(box, store, this.#sendAll);
    this.#overdue = setInterval(this.#sendOverdue, RETRY_AFTER);
    line.addEventListener("welcome", this.#onWelcome);
    line.addEventListener("lost", this.#onLost);
    line.addEventListener("ended", this.#onLost);
    line.addEventListener("message", this.#onMessage);
    store.addEventListener("change", this.#load);
    store.addEventListener("told", this.#onTold);
    for (const name of ["online", "pageshow"]) addEventListener(name, this.#sendAll);
    document.addEventListener("visibilitychange", this.#sendAll);
    this.#load();
  }

  /** How many commands are not answered yet. */
  get size() {
    return this.#waiting.size;
  }

  /** Commands that are not answered yet, the oldest first. */
  get waiting() {
    return [...this.#waiting.values()].map(({ command }) => command);
  }

  /** Sends a command; resolves with its acknowledgement, rejects with a `Refusal`. */
  async send(command) {
    const message = { commandId: uniqueId(), ...command };
    const answer = new Promise((resolve, reject) => {
      this.#settle.set(message.commandId, { resolve, reject });
    });
    await this.post(() => ({ commands: [message] }));
    return answer;
  }

  /**
   * Keeps commands, and the run as they make it, in one go; resolves once they are kept. Their answers
   * come as events.
   * @param {(run: object|null) => {commands?: object[], run?: object|null, remove?: string[]}} work what is
   *   to be kept, given the run as it is kept now; may be called more than once
   */
  async post(work, isStrict = true) {
    const changes = await this.#store.write((kept) => {
      const { commands = [], run, remove = [] } = work(kept);
      const put = commands.map((command) => ({
        box: this.#box, order: this.#nextOrder(), refusal: null,
        command: { commandId: uniqueId(), ...command },
      }));
      return { run, put, remove };
    }, isStrict);
    if (changes.remove.length > 0) {
      this.refused = this.refused.filter(({ command }) => !changes.remove.includes(command.commandId));
    }
    for (const kept of changes.put) this.#waiting.set(kept.command.commandId, kept);
    if (changes.put.length > 0) this.#sendUnsent();
    if (changes.put.length + changes.remove.length > 0) this.#changed();
    return changes;
  }

  /** Forgets a command that was refused. */
  letGo(commandId) {
    return this.post(() => ({ remove: [commandId] }));
  }

  stop() {
    clearTimeout(this.#retry);
    clearInterval(this.#overdue);
    this.#tab.stop();
    this.#line.removeEventListener("welcome", this.#onWelcome);
    this.#line.removeEventListener("lost", this.#onLost);
    this.#line.removeEventListener("ended", this.#onLost);
    this.#line.removeEventListener("message", this.#onMessage);
    this.#store.removeEventListener("change", this.#load);
    this.#store.removeEventListener("told", this.#onTold);
    for (const name of ["online", "pageshow"]) removeEventListener(name, this.#sendAll);
    document.removeEventListener("visibilitychange", this.#sendAll);
  }

  /** Later than all that is kept, also where the phone's clock was set back. */
  #nextOrder() {
    this.#order = Math.max(this.#order + 1, Date.now());
    return this.#order;
  }

  /** Takes in what is kept: by an earlier visit, or by another tab. */
  #load = async () => {
    const { commands } = await this.#store.read();
    const own = commands.filter(({ box, command }) =>
      box === this.#box && !this.#answeredIds.has(command.commandId)).toSorted((a, b) => a.order - b.order);
    this.#order = Math.max(this.#order, own.at(-1)?.order ?? 0);
    this.#waiting = new Map(own.filter(({ refusal }) => !refusal)
      .map((kept) => [kept.command.commandId, kept]));
    this.refused = own.filter(({ refusal }) => refusal);
    this.#sendUnsent();
    this.#changed();
  };

  #onWelcome = () => {
    this.#sentAt.clear();
    if (this.#tab.isMine) this.#sendAll();
    else this.#tab.seek();
  };

  #onLost = () => this.#tab.letGo();

  #sendAll = () => {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#sentAt.clear();
    this.#sendUnsent();
  };

  #sendUnsent() {
    if (!this.#tab.isMine || !this.#line.isWelcome) return;
    for (const [id, { command }] of this.#waiting) {
      if (!this.#sentAt.has(id) && this.#line.send(command)) this.#sentAt.set(id, performance.now());
    }
  }

  #sendOverdue = () => {
    if (this.#tab.isMine && !this.#line.isWelcome) return this.#tab.letGo();
    const before = performance.now() - OVERDUE;
    for (const [id, sentAt] of this.#sentAt) if (sentAt < before) this.#sentAt.delete(id);
    this.#sendUnsent();
  };

  #onMessage = ({ detail: answer }) => {
    const kept = this.#waiting.get(answer.commandId);
    if (!kept || (answer.type !== "ack" && answer.type !== "error")) return;
    if (answer.type === "error" && LATER.has(answer.code)) {
      this.#retry ??= setTimeout(this.#sendAll, RETRY_AFTER);
      return;
    }
    this.#store.tell({ box: this.#box, answer, command: kept.command });
    this.#settleAnswer(answer, kept);
  };

  /** Another tab sent a command of this one, or its own, and was answered. */
  #onTold = ({ detail: { box, answer, command } }) => {
    if (box === this.#box) this.#tellAnswer(answer, command);
  };

  #settleAnswer(answer, kept) {
    const { commandId } = answer;
    const isKept = answer.type === "error" && this.#keepsRefused && !this.#settle.has(commandId);
    const refused = isKept && {
      ...kept, refusal: { code: answer.code, message: answer.message, field: answer.field ?? null },
    };
    this.#waiting.delete(commandId);
    this.#sentAt.delete(commandId);
    this.#answeredIds.add(commandId);
    if (refused) this.refused = [...this.refused, refused];
    // On its way out: a repeat, should the browser be closed before, is harmless.
    this.#store.write(() => (refused ? { put: [refused] } : { remove: [commandId] }), false)
      .finally(() => this.#answeredIds.delete(commandId));
    this.#tellAnswer(answer, kept.command);
    this.#changed();
  }

  #tellAnswer(answer, command) {
    const settle = this.#settle.get(command.commandId);
    this.#settle.delete(command.commandId);
    if (answer.type === "ack") {
      settle?.resolve(answer);
      this.dispatchEvent(new CustomEvent("acknowledged", { detail: { answer, command } }));
    } else {
      const refusal = new Refusal(answer, command);
      settle?.reject(refusal);
      this.dispatchEvent(new CustomEvent("refused", { detail: refusal }));
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
