/** Who is meant by a name that was typed at the desk. */

import { FormFault } from "./form-fault.js";
import { uniqueId } from "./ids.js";
import { runnersNamed } from "./known-runners.js";

/**
 * The runner of a name: a known one, else a new one with the command that registers it. Where the
 * server cannot say whether it knows the name it throws a `FormFault`: nobody is to get a second id.
 * @returns {Promise<{id: string, commands: object[]}>}
 */
export async function runnerFor(name) {
  const wanted = name.trim();
  const same = (other) => other.localeCompare(wanted, undefined, { sensitivity: "accent" }) === 0;
  const runners = await runnersNamed(wanted).catch((problem) => {
    throw new FormFault("runner", `Whether the server knows ${wanted} cannot be told: ${problem.message} Try again.`);
  });
  const known = runners.find((each) => same(each.name) || each.aliases.some(same));
  if (known) return { id: known.id, commands: [] };
  const id = uniqueId();
  return { id, commands: [{ type: "registerRunner", runner: id, name: wanted }] };
}
