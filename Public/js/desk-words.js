/** How race control names runs, checkpoints and captures. */

import { statusWords } from "./verdict.js";

/** "7 Ada Lovelace"; without a number the name alone. */
export function runName(run) {
  const name = run.runner.name || run.runner.id;
  return run.number ? `${run.number} ${name}` : name;
}

export function checkpointName(track, id) {
  return track.checkpoints?.find((each) => each.id === id)?.name ?? id;
}

/** "T-junction", "Finish, lap 3"; "a split" where no checkpoint is known. */
export function placeName(track, { checkpoint, lap }) {
  if (checkpoint == null) return "a split";
  const name = checkpointName(track, checkpoint);
  return track.laps !== 1 && lap != null ? `${name}, lap ${lap}` : name;
}

/** "Finish of 7 Ada". */
export function splitName(track, split, run) {
  const place = placeName(track, split);
  return run ? `${place} of ${runName(run)}` : place;
}

const STATES = Object.freeze({
  counted: "counts",
  duplicate: "duplicate of another device's",
  tooSoon: "too soon after the last one",
  outOfOrder: "out of order",
  beforeStart: "before the start",
  afterFinish: "after the finish",
  unassigned: "of an unknown run",
  voided: "voided",
});

/** Why a capture counts or does not. */
export const stateWords = (state) => STATES[state] ?? state;

/** "Running", "DNF": a run's status in a word. */
export function statusWord(run) {
  return run.status === "running" ? "Running" : statusWords(run.status).short || run.status;
}

/** Statuses that a person sets, with what they mean. */
export const settableStatuses = Object.freeze([
  ["running", "none: as its captures say"],
  ["dnf", "DNF, did not finish"],
  ["dns", "DNS, did not start"],
  ["dsq", "DSQ, disqualified"],
  ["nc", "NC, not classified"],
  ["hc", "HC, outside the classification"],
]);
