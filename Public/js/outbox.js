/**
 * Commands on their way to the server: each is kept until it is answered, and is sent again after every
 * break. A repeat is harmless, since the server knows a command by its id.
 */

import { uniqueId } from "./ids.js";
import { storedValue, storeValue } from "./storage.js";

/** The server asks for these to be sent again later; nothing was decided. */
const LATER = new Set(["storageUnavailable", "unavailable", "tooManyMessages", "internalError"]);
const RETRY_AFTER = 2_000;

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
 * Fires `change` when there is more or less to send (see `size`), `acknowledged` (detail: `{answer,
 * command}`) and `refused` (detail: the `Refusal`), also for commands of an earlier visit.
 */
export class Outbox extends EventTarget {
  #line;
  #name;
  /** By command id, in the order in which they were made. */
  #waiting = new Map();
  #settle = new Map();
  #retry = null;

  /**
   * @param line the `ServerLine` that the commands go out on.
   * @param name under which they are kept on the device; `null` keeps them as long as the page only.
   */
  constructor(line, name = null) {
    super();
    this.#line = line;
    this.#name = name && `outbox.${name}`;
    const kept = this.#name && storedValue(this.#name);
    for (const command of Array.isArray(kept) ? kept : []) {
      this.#waiting.set(command.commandId, command);
    }
    line.addEventListener("welcome", this.#sendAll);
    line.addEventListener("message", this.#answered);
  }

  /** How many commands are not answered yet. */
  get size() {
    return this.#waiting.size;
  }

  /** Commands that are not answered yet, the oldest first. */
  get waiting() {
    return [...this.#waiting.values()];
  }

  /**
   * Sends a command, now or when there is a line. Answers with its `ack`; throws a `Refusal`.
   * It is kept before this returns.
   */
  send(command) {
    const message = { commandId: uniqueId(), ...command };
    this.#waiting.set(message.commandId, message);
    this.#keep();
    const answer = new Promise((resolve, reject) => {
      this.#settle.set(message.commandId, { resolve, reject });
    });
    if (this.#line.isWelcome) this.#line.send(message);
    return answer;
  }

  stop() {
    clearTimeout(this.#retry);
    this.#line.removeEventListener("welcome", this.#sendAll);
    this.#line.removeEventListener("message", this.#answered);
  }

  #sendAll = () => {
    clearTimeout(this.#retry);
    this.#retry = null;
    for (const message of this.#waiting.values()) this.#line.send(message);
  };

  #answered = ({ detail: answer }) => {
    const message = this.#waiting.get(answer.commandId);
    if (!message || (answer.type !== "ack" && answer.type !== "error")) return;
    if (answer.type === "error" && LATER.has(answer.code)) {
      this.#retry ??= setTimeout(this.#sendAll, RETRY_AFTER);
      return;
    }
    this.#waiting.delete(answer.commandId);
    this.#keep();
    const settle = this.#settle.get(answer.commandId);
    this.#settle.delete(answer.commandId);
    if (answer.type === "ack") {
      settle?.resolve(answer);
      this.dispatchEvent(new CustomEvent("acknowledged", { detail: { answer, command: message } }));
    } else {
      const refusal = new Refusal(answer, message);
      settle?.reject(refusal);
      this.dispatchEvent(new CustomEvent("refused", { detail: refusal }));
    }
  };

  #keep() {
    if (this.#name) storeValue(this.#name, this.#waiting.size ? this.waiting : null);
    this.dispatchEvent(new Event("change"));
  }
}
