/**
 * The runs of a track's history that race control has before it: newest first, a page at a time, and
 * read anew when something may have changed. Questions go one after the other, so that no answer
 * overtakes a later one.
 *
 * Runs that are out are among them, on top.
 */

import { ask } from "./ask.js";
import { newestFirst } from "./history-run.js";
import { instantOf } from "./run-words.js";

const PAGE = 50;
/** The most that the server answers at once. */
const MOST = 500;

/** Fires `change` when there is something else to show. */
export class EarlierRuns extends EventTarget {
  /** @type {object[]|null} `null` until the first page is there */
  runs = null;
  /** @type {Error|null} why the latest question has no answer */
  fault = null;
  #track;
  #next = null;
  #waiting = 0;
  #isToBeRead = false;
  #turn = Promise.resolve();
  #end = new AbortController();
  #failed = null;

  constructor(track) {
    super();
    this.#track = track;
  }

  stop() {
    this.#end.abort();
  }

  get isAsking() {
    return this.#waiting > 0;
  }

  /** Whether there are runs before those that are loaded. */
  get hasMore() {
    return this.#next !== null;
  }

  /** Reads the newest page or, once there is one, all that is loaded and what has ended since. */
  refresh() {
    if (this.#isToBeRead) return this.#turn;
    this.#isToBeRead = true;
    return this.#inTurn(async () => {
      this.#isToBeRead = false;
      if (this.runs?.length) await this.#readAnew();
      else await this.#readPage(null);
    }, () => this.refresh());
  }

  /** Reads the page after those that are loaded, if there is one. */
  more() {
    return this.#inTurn(async () => {
      if (this.#next !== null) await this.#readPage(this.#next);
    }, () => this.more());
  }

  /** Asks again what had no answer. */
  again() {
    return this.#failed?.();
  }

  #inTurn(question, again) {
    this.#waiting += 1;
    this.#changed();
    this.#turn = this.#turn.then(async () => {
      try {
        await question();
        this.fault = this.#failed = null;
      } catch (fault) {
        this.fault = fault;
        this.#failed = again;
      }
      this.#waiting -= 1;
      this.#changed();
    });
    return this.#turn;
  }

  #changed() {
    if (!this.#end.signal.aborted) this.dispatchEvent(new Event("change"));
  }

  #ask(path) {
    return ask(path, this.#end.signal);
  }

  #askRuns(filters) {
    return this.#ask(`runs?${new URLSearchParams({ track: this.#track, ...filters })}`);
  }

  async #readPage(before) {
    const page = await this.#askRuns({ limit: PAGE, ...(before === null ? {} : { before }) });
    const loaded = this.runs ?? await this.#readOut();
    this.#take([...loaded, ...page.runs]);
    this.#next = page.next;
  }

  async #readOut() {
    return (await this.#askRuns({ status: "running", limit: MOST })).runs;
  }

  async #readAnew() {
    const since = instantOf(this.runs.at(-1)) ?? 0;
    const found = await this.#readOut();
    for (let before = null; ;) {
      const filters = { since, limit: MOST, ...(before === null ? {} : { before }) };
      const page = await this.#askRuns(filters);
      found.push(...page.runs);
      before = page.next;
      if (before === null) break;
    }
    const ids = new Set(found.map((run) => run.id));
    const gone = this.runs.filter((run) => !ids.has(run.id));
    this.#take([...found, ...(await Promise.all(gone.map((run) => this.#readOne(run)))).flat()]);
  }

  /** A run that the list has no more: it stands before all that is loaded, or there is none. */
  async #readOne({ id }) {
    try {
      return [await this.#ask(`runs/${encodeURIComponent(id)}?track=${encodeURIComponent(this.#track)}`)];
    } catch (fault) {
      if (fault.isMissing) return [];
      throw fault;
    }
  }

  #take(runs) {
    const byId = new Map(runs.map((run) => [run.id, run]));
    this.runs = [...byId.values()].sort(newestFirst);
  }
}
