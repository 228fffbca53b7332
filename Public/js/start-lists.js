/** The start lists of a track's sessions, as the server has them: fetched, and again when it says so. */

/**
 * @typedef {object} Entry
 * @property {string} runner id
 * @property {string} name
 * @property {string} number empty for none, as are the next two
 * @property {string} category
 * @property {string} team
 * @property {string[]} transponders
 *
 * @typedef {object} ListedStart
 * @property {string} id
 * @property {number} at
 *
 * @typedef {object} StartList
 * @property {Entry[]} entries
 * @property {ListedStart[]} starts
 * @property {object[]|null} runs that have begun, with what a board's run has of them; `null` for a session
 *   that was over long ago
 */

/** A list that could not be had is asked for again after so many milliseconds, while it is looked at. */
const RETRY_AFTER = 2_000;

/** Fires `change` when a list is another one. */
export class StartLists extends EventTarget {
  #track;
  #environment;
  /** By session: the list, whether it is the newest, and what asks again where there was no answer. */
  #known = new Map();
  #isStopped = false;

  /** @param environment `fetch` as the browser's */
  constructor(track, environment) {
    super();
    this.#track = track;
    this.#environment = environment;
  }

  /** @returns {StartList|null} the list as it is known so far; `null` before that */
  of(session) {
    let known = this.#known.get(session);
    if (!known) {
      known = { list: null, isCurrent: false, isAsking: false, retry: null };
      this.#known.set(session, known);
    }
    const isDue = !known.isCurrent && !known.isAsking && known.retry === null;
    if (isDue && !this.#isStopped) this.#ask(session, known);
    return known.list;
  }

  /** The list once it is known; `null` where this was stopped before. @returns {Promise<StartList|null>} */
  async known(session) {
    while (this.of(session) === null && !this.#isStopped) {
      await new Promise((resolve) => this.addEventListener("change", resolve, { once: true }));
    }
    return this.#isStopped ? null : this.of(session);
  }

  /** What is known of a session, or of all of them, may be another list by now. */
  outdate(session = null) {
    for (const [id, known] of this.#known) {
      if (session !== null && session !== id) continue;
      known.isCurrent = false;
      this.#cancelRetry(known);
    }
  }

  stop() {
    this.#isStopped = true;
    for (const known of this.#known.values()) this.#cancelRetry(known);
    this.#changed();
  }

  async #ask(session, known) {
    known.isAsking = known.isCurrent = true;
    const list = await this.#fetch(session);
    known.isAsking = false;
    if (list !== null) known.list = list;
    else if (!this.#isStopped) {
      known.isCurrent = false;
      known.retry = setTimeout(() => {
        known.retry = null;
        this.#changed();
      }, RETRY_AFTER);
      return;
    }
    this.#changed();
  }

  #cancelRetry(known) {
    clearTimeout(known.retry);
    known.retry = null;
  }

  /** Whoever looks at a list asks for it anew, and so sees what changed while it was asked for. */
  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  async #fetch(session) {
    const path = [this.#track, "sessions", session].map(encodeURIComponent).join("/");
    try {
      const response = await this.#environment.fetch(`/api/v1/tracks/${path}`);
      return response.ok ? read(await response.json()) : null;
    } catch {
      return null;
    }
  }
}

function read({ entries, starts, runs }) {
  return {
    entries: entries.map(({ runner, number, category, team, transponders }) => ({
      runner: runner.id, name: runner.name || runner.id, number: number ?? "",
      category: category ?? "", team: team ?? "", transponders,
    })),
    starts: starts.map(({ id, at }) => ({ id, at })),
    runs,
  };
}
