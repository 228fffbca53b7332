/**
 * The start lists and starts that were made on this device, by track and session. The server keeps
 * entries and starts, and gives numbers and clocks by them, but does not list them; so the page does,
 * for those that were made here.
 */

import { storedValue, storeValue } from "./storage.js";

/**
 * @typedef {object} ListedEntry
 * @property {string} runner id
 * @property {string} name
 * @property {string} number
 * @property {string} category
 * @property {string} team
 */

export class StartList {
  #name;
  #sessions;

  constructor(track) {
    this.#name = `starts.${track}`;
    const kept = storedValue(this.#name);
    this.#sessions = kept && typeof kept === "object" ? kept : {};
  }

  /** @returns {ListedEntry[]} by number, as people count */
  entries(session) {
    return inOrderOfNumber(this.#sessions[session]?.entries ?? []);
  }

  /** Adds an entry, or replaces the runner's. */
  enter(session, entry) {
    const kept = this.#of(session);
    kept.entries = [...kept.entries.filter((each) => each.runner !== entry.runner), entry];
    this.#keep();
  }

  /** @returns {{start: string, at: number, count: number}[]} the latest first */
  starts(session) {
    return (this.#sessions[session]?.starts ?? []).toSorted((a, b) => b.at - a.at);
  }

  /** Adds a start, or gives it another instant. */
  noteStart(session, start) {
    const kept = this.#of(session);
    const known = kept.starts.find((each) => each.start === start.start);
    if (known) Object.assign(known, start);
    else kept.starts.push(start);
    this.#keep();
  }

  #of(session) {
    this.#sessions[session] ??= { entries: [], starts: [] };
    return this.#sessions[session];
  }

  #keep() {
    storeValue(this.#name, this.#sessions);
  }
}

/** By number, as people count, then by name; those without a number at the end. */
export function inOrderOfNumber(entries) {
  return entries.toSorted((a, b) =>
    (a.number || "\uffff").localeCompare(b.number || "\uffff", undefined, { numeric: true })
    || a.name.localeCompare(b.name));
}

/**
 * What was typed to enter a runner: "7 Ada Lovelace" is number 7, "Ada Lovelace" has none. A number
 * may have letters behind it, as in "12B".
 */
export function parseEntry(text) {
  const typed = text.trim().replace(/\s+/g, " ");
  const parts = /^#?(\d{1,6}[A-Za-z]?)[\s.,:]+(\S.*)$/.exec(typed);
  return parts ? { number: parts[1], name: parts[2] } : { number: "", name: typed };
}
