/** Runners that the server knows by name, so that someone who comes again keeps their bests. */

import { ask } from "./ask.js";
import { FormFault } from "./form-fault.js";
import { uniqueId } from "./ids.js";

async function knownRunners(name) {
  return (await ask(`runners?name=${encodeURIComponent(name.trim())}`)).runners;
}

/** @returns {Promise<{id: string, name: string}[]>} none where the server cannot say */
export async function runnersNamed(name) {
  return name.trim() ? knownRunners(name).catch(() => []) : [];
}

/**
 * The runner of a name: a known one, else a new one with the command that registers it. Where the
 * server cannot say whether it knows the name it throws a `FormFault`: nobody is to get a second id.
 * @returns {Promise<{id: string, commands: object[]}>}
 */
export async function runnerFor(name) {
  const wanted = name.trim();
  const same = (other) => other.localeCompare(wanted, undefined, { sensitivity: "accent" }) === 0;
  const runners = await knownRunners(wanted).catch((problem) => {
    throw new FormFault("runner", `Whether the server knows ${wanted} cannot be told: ${problem.message} Try again.`);
  });
  const known = runners.find((each) =>
    same(each.name) || (each.aliases ?? []).some(same));
  if (known) return { id: known.id, commands: [] };
  const id = uniqueId();
  return { id, commands: [{ type: "registerRunner", runner: id, name: wanted }] };
}
