/** Runners that the server knows by name, so that someone who comes again keeps their bests. */

import { uniqueId } from "./ids.js";

/** @returns {Promise<{id: string, name: string}[]>} none where the server cannot say */
export async function runnersNamed(name) {
  if (!name.trim()) return [];
  try {
    const response = await fetch(`/api/v1/runners?name=${encodeURIComponent(name.trim())}`);
    return response.ok ? (await response.json()).runners ?? [] : [];
  } catch {
    return [];
  }
}

/**
 * The runner of a name: a known one, else a new one with the command that registers it.
 * @returns {Promise<{id: string, commands: object[]}>}
 */
export async function runnerFor(name) {
  const wanted = name.trim();
  const same = (other) => other.localeCompare(wanted, undefined, { sensitivity: "accent" }) === 0;
  const known = (await runnersNamed(wanted))
    .find((each) => same(each.name) || (each.aliases ?? []).some(same));
  if (known) return { id: known.id, commands: [] };
  const id = uniqueId();
  return { id, commands: [{ type: "registerRunner", runner: id, name: wanted }] };
}
