/** What happened to a run beside its times, in words: what was set aside and why, what was corrected. */

import { formatDelta, formatTimeOfDay } from "./format.js";
import { statusWords } from "./verdict.js";

const SET_ASIDE = Object.freeze({
  duplicate: "The same passing was captured twice; the surer capture counts.",
  tooSoon: "It came sooner after the one before than anyone can be.",
  outOfOrder: "The runner was not due at this checkpoint.",
  beforeStart: "It was captured before the start.",
  afterFinish: "It was captured after the run had ended.",
  unassigned: "It is not known whose it is.",
  voided: "It was taken out by a person.",
});

/** Why a capture does not count. */
export function setAsideWords(state) {
  return SET_ASIDE[state] ?? `It was set aside (${state}).`;
}

export const setAside = (run) => run.splits.filter((split) => split.state !== "counted");

/** "T-junction", and with laps "T-junction, lap 3". A line that has gone from the track keeps its id. */
export function placeWords(track, checkpoint, lap) {
  const line = track.checkpoints?.find(({ id }) => id === checkpoint)?.name ?? checkpoint;
  if (line == null) return "an unknown checkpoint";
  return track.laps === 1 || lap == null ? line : `${line}, lap ${lap}`;
}

/** What a correction did: "Split at Finish moved from 14:05:10.120 to 14:05:09.900". */
export function correctionWords(run, correction) {
  const split = run.splits.find(({ id }) => id === correction.split);
  const where = split ? ` at ${placeWords(run.track, split.checkpoint, split.lap)}` : "";
  const words = {
    splitAccepted: () => `Capture${where} accepted`,
    splitAssigned: () => `Capture${where} assigned${assignedTo(run, correction)}`,
    splitVoided: () => `Split${where} taken out`,
    splitRestored: () => `Split${where} put back`,
    splitMoved: () => `Split${where} moved${fromTo(correction)}`,
    checkpointSkipped: () =>
      `${placeWords(run.track, correction.checkpoint, correction.lap)} marked as missed`,
    checkpointRestored: () =>
      `${placeWords(run.track, correction.checkpoint, correction.lap)} not marked as missed any more`,
    capturesShifted: () => `Captures of device ${correction.shifted} shifted by ${formatDelta(correction.by)}`,
    startMoved: () => `Start moved${fromTo(correction)}`,
    statusSet: () => `Status set to ${statusWords(correction.status).long || correction.status}`,
    runEdited: () => `Run changed${changes(correction)}`,
    runReopened: () => "Finish undone",
    runVoided: () => "Run taken out",
    runRestored: () => "Run put back",
  }[correction.type];
  return words ? words() : `Corrected (${correction.type})`;
}

function fromTo({ from, to }) {
  if (to == null) return "";
  return `${from == null ? "" : ` from ${formatTimeOfDay(from, 3)}`} to ${formatTimeOfDay(to, 3)}`;
}

function assignedTo(run, { run: other, checkpoint, lap }) {
  const parts = [];
  if (other) parts.push(other === run.id ? " to this run" : " to another run");
  if (checkpoint) parts.push(` as ${placeWords(run.track, checkpoint, lap)}`);
  else if (lap != null) parts.push(` to lap ${lap}`);
  return parts.join("");
}

function changes({ number, runner, session, from, to }) {
  const parts = [];
  if (number != null) parts.push(`number ${number}`);
  if (runner) parts.push("another runner");
  if (session) parts.push("another session");
  if (to != null) parts.push(`start${fromTo({ from, to })}`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}

const ACTORS = Object.freeze({
  control: "Race control", owner: "The owner", timer: "A timing device", runner: "The runner",
  spectator: "A spectator",
});

/** Who made it: "Race control, device phone-7f". */
export function actorWords({ actor, device }) {
  const who = ACTORS[actor] ?? actor;
  return device ? `${who}, device ${device}` : who;
}
