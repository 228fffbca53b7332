/**
 * Commands on their way to the server: each is kept on the device before anything is said of it, and is
 * sent until it is answered: by whichever tab sends, after every break, also when the browser was closed
 * in between. A repeat is harmless, since the server knows a command by its id.
 *
 * A capture of a time when the clock was not settled waits until it is, a few seconds at most, and is sent
 * with its instant as it is known then.
 */

import { deviceStore } from "./device-store.js";
import { uniqueId } from "./ids.js";
import { Refusal } from "./refusal.js";
import { isUnsealed, sealing } from "./retiming.js";
import { SendingTab } from "./sending-tab.js";

/** The server asks for these to be sent again later; nothing was decided. */
const LATER = new Set(["storageUnavailable", "unavailable", "tooManyMessages", "internalError"]);
const RETRY_AFTER = 2_000;
/** Whatever the server has not answered for so long is sent again. */
const OVERDUE = 8_000;

/**
 * Fires `change` when there is more or less to send (see `size`) or to deal with (see `refused`),
 * `acknowledged` (detail: `{answer, command}`) and `refused` (detail: the `Refusal`), also for commands
 * of other tabs and of an earlier visit; and `retimed` when instants of the run may have changed.
 */
export class Outbox extends EventTarget {
  /** What the server did not take and nobody has dealt with. @type {import("./indexed-store.js").Kept[]} */
  refused = [];
  #line;
  #box;
  #store;
  #keepsRefused;
  #clock;
  #sealing = null;
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
  #listening;

  /**
   * @param line the `ServerLine` that the commands go out on.
   * @param box under which they are kept on the device.
   * @param {boolean} [options.keepsRefused] what is refused while nobody waits for the answer is kept
   *   until it is dealt with
   * @param {import("./tap-clock.js").TapClock} [options.clock] what captures are timed by, if any are
   */
  constructor(line, box, { keepsRefused = false, clock = null, store = deviceStore() } = {}) {
    super();
    this.#line = line;
    this.#box = box;
    this.#store = store;
    this.#keepsRefused = keepsRefused;
    this.#clock = clock;
    this.#tab = new SendingTab(box, store, this.#sendAll);
    this.#overdue = setInterval(this.#sendOverdue, RETRY_AFTER);
    this.#listening = [
      [line, "welcome", this.#onWelcome], [line, "settled", this.#sendUnsent],
      [line, "lost", this.#onLost], [line, "ended", this.#onLost], [line, "message", this.#onMessage],
      [store, "change", this.#load], [store, "told", this.#onTold],
      [globalThis, "online", this.#sendAll], [globalThis, "pageshow", this.#sendAll],
      [document, "visibilitychange", this.#sendAll],
    ];
    for (const [target, name, listener] of this.#listening) target.addEventListener(name, listener);
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
   *   to be kept, given the run as it is kept now; may be called more than once. A command has an `instant`
   *   beside its fields where its `at` is made from one
   */
  async post(work, isStrict = true) {
    const changes = await this.#store.write((kept) => {
      const { commands = [], run, remove = [] } = work(kept);
      const put = commands.map(({ instant = null, ...command }) => ({
        box: this.#box, order: this.#nextOrder(), refusal: null,
        instant, isSealed: this.#isExact(instant),
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

  /** Gives what waits for the clock the instants that are known by now, for good: it may leave the device then. */
  async seal() {
    this.#sealing ??= this.#store.write((run, commands) =>
      sealing(run, commands.filter(({ box }) => box === this.#box), (each) => this.#clock.retimed(each)))
      .finally(() => { this.#sealing = null; });
    await this.#sealing;
    this.dispatchEvent(new Event("retimed"));
    await this.#load();
  }

  stop() {
    clearTimeout(this.#retry);
    clearInterval(this.#overdue);
    this.#tab.stop();
    for (const [target, name, listener] of this.#listening) target.removeEventListener(name, listener);
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

  /** In their order: what was done to a capture does not overtake it. */
  #sendUnsent = () => {
    if (!this.#tab.isMine || !this.#line.isWelcome) return;
    for (const [id, kept] of this.#waiting) {
      if (isUnsealed(kept)) return void (this.#line.isSettled && !this.#sealing && this.seal());
      if (!this.#sentAt.has(id) && this.#line.send(kept.command)) this.#sentAt.set(id, performance.now());
    }
  };

  /** Whether what is known of an instant now is as good as it soon will be. */
  #isExact(instant) {
    return instant === null || (this.#line.isSettled && instant.tap.server !== null);
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
