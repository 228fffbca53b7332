/**
 * The desk of race control: what is done there, and how it is taken back.
 *
 * A deed is a few commands that belong together, with the words for them and the commands that undo
 * them. What was done in this visit can be undone, the latest first, as far back as anyone remembers.
 */

const AT_MOST = 200;

/**
 * @typedef {object} Deed
 * @property {string} done what was done: "Voided Finish of 7 Ada"
 * @property {object[]} commands in their order
 * @property {object[]} inverse what takes it back; empty where nothing can
 * @property {string} [undo] what the inverse does, where that is not plain
 * @property {() => void} [after] what the page notes once it is done
 * @property {() => void} [afterUndo] what it notes once that is taken back
 */

/** Fires `done` and `undone` (detail: the deed). */
export class Desk extends EventTarget {
  #outbox;
  #track;
  /** @type {Deed[]} */
  #deeds = [];

  /** @param {string|null} track that commands are about unless they name one */
  constructor(outbox, track) {
    super();
    this.#outbox = outbox;
    this.#track = track;
  }

  /** The deed that `undo` takes back. */
  get latest() {
    return this.#deeds.at(-1) ?? null;
  }

  /** Sends a deed's commands; throws the first `Refusal` once all are answered. */
  async perform(deed) {
    const { refusal, taken } = await this.#send(deed.commands);
    if (taken > 0) {
      if (deed.inverse.length > 0) this.#deeds = [...this.#deeds, deed].slice(-AT_MOST);
      deed.after?.();
      this.#fire("done", deed);
    }
    if (refusal) throw refusal;
  }

  /** Takes the latest deed back. Answers with it, or `null` where there is none. */
  async undo() {
    const deed = this.#deeds.pop();
    if (!deed) return null;
    const { refusal, taken } = await this.#send(deed.inverse);
    if (refusal && taken === 0) throw refusal;
    deed.afterUndo?.();
    this.#fire("undone", deed);
    return deed;
  }

  async #send(commands) {
    const answers = await Promise.allSettled(commands.map((command) => this.#outbox.send(
      command.type === "registerRunner" ? command : { track: this.#track, ...command },
    )));
    const refused = answers.filter((answer) => answer.status === "rejected");
    return { refusal: refused[0]?.reason ?? null, taken: answers.length - refused.length };
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
