/** What the server knows of runners: who has a name, and how fast they were on a track. */

import { ask } from "./ask.js";
import { formatTime } from "./format.js";
import { storedValue, storeValue } from "./storage.js";

/** Runners whose name, or an alias of theirs, begins like this, in any case of letters. */
export async function runnersNamed(name) {
  return (await ask(`runners?name=${encodeURIComponent(name)}`)).runners;
}

/** "1:42.244", or "lap 41.230" where laps are open; `null` for whoever has not finished there yet. */
export async function bestOn(track, runner) {
  const query = new URLSearchParams({ track: track.id, runner, status: "finished", limit: 500 });
  const { runs } = await ask(`runs?${query}`);
  const isOpen = track.laps === 0;
  const times = runs.filter((run) => !run.voided)
    .map((run) => (isOpen ? run.bestLap : run.time)).filter((time) => time != null);
  if (times.length === 0) return null;
  return `${isOpen ? "lap " : ""}${formatTime(Math.min(...times), track.rounding)}`;
}

/**
 * All tracks, live ones first, then those that were used last. Where the server does not answer, as it
 * answered last on this device, so that a run can begin without a network.
 */
export async function tracks() {
  let list;
  try {
    ({ tracks: list } = await ask("tracks"));
    storeValue("known-tracks", list);
  } catch (fault) {
    list = storedValue("known-tracks");
    if (!list) throw fault;
  }
  return list.toSorted((a, b) => Number(b.live) - Number(a.live)
    || (b.lastActivity ?? 0) - (a.lastActivity ?? 0) || a.name.localeCompare(b.name));
}
