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
 * @typedef {{entries: Entry[], starts: ListedStart[]}} StartList
 */

/** A list that could not be had is asked for again after so many milliseconds, while it is looked at. */
const RETRY_AFTER = 2_000;

/** Fires `change` when a list is another one. */
export class StartLists extends EventTarget {
  #track;
  #environment;
  /** By session: the list, whether it may be another one by now, and when it was last asked for. */
  #known = new Map();

  /** @param environment `fetch` and a monotonic `now` in milliseconds */
  constructor(track, environment) {
    super();
    this.#track = track;
    this.#environment = environment;
  }

  /** @returns {StartList|null} the list as it is known so far; `null` before that */
  of(session) {
    let known = this.#known.get(session);
    if (!known) {
      known = { list: null, isCurrent: false, isAsking: false, askedAt: -Infinity };
      this.#known.set(session, known);
    }
    const isDue = this.#environment.now() - known.askedAt >= RETRY_AFTER;
    if (!known.isCurrent && !known.isAsking && isDue) this.#ask(session, known);
    return known.list;
  }

  /** The list once it is known, however long that takes. @returns {Promise<StartList>} */
  async known(session) {
    while (this.of(session) === null) {
      await new Promise((resolve) => {
        const look = setTimeout(resolve, RETRY_AFTER);
        this.addEventListener("change", () => resolve(clearTimeout(look)), { once: true });
      });
    }
    return this.of(session);
  }

  /** What is known of a session, or of all of them, may be another list by now. */
  outdate(session = null) {
    for (const [id, known] of this.#known) {
      if (session !== null && session !== id) continue;
      known.isCurrent = false;
      known.askedAt = -Infinity;
    }
  }

  async #ask(session, known) {
    known.isAsking = true;
    known.isCurrent = true;
    known.askedAt = this.#environment.now();
    const list = await this.#fetch(session);
    known.isAsking = false;
    if (list === null) known.isCurrent = false;
    else known.list = list;
    // Something may have changed while it was asked for, which nobody would ask about otherwise.
    if (list !== null) this.dispatchEvent(new Event("change"));
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

function read({ entries, starts }) {
  return {
    entries: entries.map(({ runner, number, category, team, transponders }) => ({
      runner: runner.id, name: runner.name || runner.id, number: number ?? "",
      category: category ?? "", team: team ?? "", transponders,
    })),
    starts: starts.map(({ id, at }) => ({ id, at })),
  };
}
