/**
 * Which runs a reader wants to see: as the address says it, so that it can be sent and gone back to,
 * and as the server is asked.
 */

import { spanOfDay } from "./calendar.js";

/** Statuses of runs that are over, in the order of results. */
const ENDED = Object.freeze(["finished", "nc", "dnf", "hc", "dns", "dsq"]);

const ID = /^[\w-]{1,64}$/;

/**
 * @typedef {object} RunFilters each empty where it narrows nothing
 * @property {string} track its id
 * @property {string} runner likewise
 * @property {string} day "2026-11-30"
 * @property {string} status
 */

/** @returns {RunFilters} what an address asks for; what makes no sense is left out. */
export function filtersOf(search) {
  const query = new URLSearchParams(search);
  const taken = (name, isFit) => (isFit(query.get(name) ?? "") ? query.get(name) : "");
  return {
    track: taken("track", (text) => ID.test(text)),
    runner: taken("runner", (text) => ID.test(text)),
    day: taken("day", (text) => spanOfDay(text) !== null),
    status: taken("status", (text) => ENDED.includes(text)),
  };
}

/** The query of the address: "?track=hill&day=2026-11-30", or nothing. */
export function searchOf(filters) {
  const used = Object.entries(filters).filter(([, value]) => value);
  return used.length ? `?${new URLSearchParams(used)}` : "";
}

export const narrows = (filters) => Object.values(filters).some(Boolean);

/** What the server is asked for a page of the list, from `before` on. */
export function runsQuery({ track, runner, day, status }, { before = null, limit = 50 } = {}) {
  const query = new URLSearchParams({ limit });
  if (track) query.set("track", track);
  if (runner) query.set("runner", runner);
  if (status) query.set("status", status);
  const span = day ? spanOfDay(day) : null;
  if (span) query.set("since", span.from);
  const end = before ?? span?.to;
  if (end != null) query.set("before", end);
  return `runs?${query}`;
}
