/** A track as race control drafts it, and the commands that make or change it. */

import { FormFault } from "./form-fault.js";
import { uniqueId } from "./ids.js";
import { parseSeconds, secondsText } from "./instants.js";
import { slug } from "./slug.js";

/** The server's own, for a checkpoint that does not say. */
export const USUAL_MINIMUM = 5_000_000;

/** How disciplines round: the digits and the direction. */
export const ROUNDINGS = [
  ["3-down", "Motorsport: 0.001 s, down"], ["2-down", "Ski: 0.01 s, down"],
  ["0-up", "Road running: 1 s, up"],
];

const roundingKey = ({ digits, direction }) => `${digits}-${direction}`;

const roundingOf = (key) => {
  const [digits, direction] = key.split("-");
  return { digits: Number(digits), direction };
};

/**
 * @typedef {object} Draft what the form holds, as text
 * @property {string} name
 * @property {{id: string|null, name: string, minimum: string}[]} checkpoints
 * @property {string} laps 0 is open
 * @property {string} start
 * @property {string} rank
 * @property {string} rounding
 */

/** @returns {Draft} */
export function draftOf(track) {
  if (track === null) {
    return {
      name: "", laps: "1", start: "gun", rank: "time", rounding: "3-down",
      checkpoints: [{ id: null, name: "Finish", minimum: secondsText(USUAL_MINIMUM) }],
    };
  }
  return {
    name: track.name, laps: String(track.laps), start: track.start ?? "gun",
    rank: track.rank ?? "time", rounding: roundingKey(track.rounding ?? { digits: 3, direction: "down" }),
    checkpoints: track.checkpoints.map(({ id, name, minimumSegment }) => ({
      id, name, minimum: secondsText(minimumSegment ?? USUAL_MINIMUM),
    })),
  };
}

/** @returns {import("./desk.js").Deed & {track: string}} */
export function createTrack(draft) {
  const fields = checked(draft);
  const track = slug(draft.name, [], uniqueId());
  return {
    track,
    done: `Created ${fields.name}`,
    commands: [{ type: "createTrack", track, ...fields }],
    inverse: [],
  };
}

/** Sends what differs from the track as it is. @returns {import("./desk.js").Deed} */
export function editTrack(track, draft, reason = {}) {
  const before = checked(draftOf(track));
  const after = checked(draft);
  const changed = Object.keys(after)
    .filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  if (changed.length === 0) throw new FormFault("name", "Nothing was changed yet.");
  const pick = (fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]));
  return {
    done: `Changed ${track.name}`,
    commands: [{ type: "editTrack", ...pick(after), ...reason }],
    inverse: [{ type: "editTrack", ...pick(before) }],
  };
}

/** The fields of a command; throws a `FormFault` that names what is wrong with them. */
function checked(draft) {
  if (!draft.name.trim()) throw new FormFault("name", "Give the track a name.");
  if (draft.checkpoints.length === 0) {
    throw new FormFault("add", "A track has at least one checkpoint: its finish line.");
  }
  if (!/^\d{1,6}$/.test(draft.laps.trim()) || Number(draft.laps) > 100_000) {
    throw new FormFault("laps", "Type how many laps a run has: 1, 8, or 0 for open laps.");
  }
  const taken = ["start", ...draft.checkpoints.map((each) => each.id).filter(Boolean)];
  const checkpoints = draft.checkpoints.map((each, index) => {
    if (!each.name.trim()) throw new FormFault(`name-${index}`, "Give every checkpoint a name.");
    const minimumSegment = parseSeconds(each.minimum);
    if (minimumSegment === null) {
      throw new FormFault(`minimum-${index}`,
        `The least time to ${each.name.trim()} is in seconds, such as 5 or 2.5.`);
    }
    const id = each.id ?? slug(each.name, taken, "checkpoint");
    taken.push(id);
    return { id, name: each.name.trim(), minimumSegment };
  });
  return {
    name: draft.name.trim(), checkpoints, laps: Number(draft.laps), start: draft.start,
    rank: draft.rank, rounding: roundingOf(draft.rounding),
  };
}
