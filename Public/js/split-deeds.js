/**
 * Corrections of captures: the commands, what they are called, and what takes them back.
 *
 * A person's word for an instant or a place cannot be taken out of the log, and makes a capture count.
 * Where it did not count before, undoing that voids it, which leaves the results as they were.
 */

import { shiftWords } from "./instants.js";
import { placeName, runName, splitName } from "./desk-words.js";

/** @typedef {import("./desk.js").Deed} Deed */

/** The reason as a field of a command; nothing where none was given. */
export const because = (reason) => (reason?.trim() ? { reason: reason.trim() } : {});

/** @returns {Deed} */
export function voidSplit(track, split, run, reason) {
  const name = splitName(track, split, run);
  return {
    done: `Voided ${name}`,
    commands: [{ type: "voidSplit", split: split.id, ...because(reason) }],
    inverse: [{ type: "restoreSplit", split: split.id }],
  };
}

/** @returns {Deed} */
export function restoreSplit(track, split, run, reason) {
  return {
    done: `Restored ${splitName(track, split, run)}`,
    commands: [{ type: "restoreSplit", split: split.id, ...because(reason) }],
    inverse: [{ type: "voidSplit", split: split.id }],
  };
}

/** @returns {Deed} */
export function acceptSplit(track, split, run, reason) {
  return {
    done: `Accepted ${splitName(track, split, run)}`,
    commands: [{ type: "acceptSplit", split: split.id, ...because(reason) }],
    inverse: [{ type: "voidSplit", split: split.id }],
    undo: "void it",
  };
}

/** @returns {Deed} */
export function moveSplit(track, split, run, at, reason) {
  const isCounted = split.state === "counted";
  const back = { type: "moveSplit", split: split.id, at: split.at };
  return {
    done: `Moved ${splitName(track, split, run)} by ${shiftWords(at - split.at)}`,
    commands: [{ type: "moveSplit", split: split.id, at, ...because(reason) }],
    inverse: isCounted ? [back] : [back, { type: "voidSplit", split: split.id }],
    ...(isCounted ? {} : { undo: "move it back and void it" }),
  };
}

/**
 * Gives a capture to another run, checkpoint or lap; what is left out of `to` is worked out.
 * @param {object|null} run whose it is now
 * @param {{run?: object, checkpoint?: string, lap?: number}} to
 * @returns {Deed}
 */
export function assignSplit(track, split, run, to, reason) {
  const fields = {
    ...(to.run ? { run: to.run.id } : {}),
    ...(to.checkpoint ? { checkpoint: to.checkpoint } : {}),
    ...(to.lap != null ? { lap: to.lap } : {}),
  };
  const whose = to.run ?? run;
  const place = placeName(track, { ...split, ...fields });
  // The run alone may change again and again; a checkpoint or a lap stays said.
  const isRunAlone = fields.checkpoint === undefined && fields.lap === undefined;
  const canGoBack = run !== null && (isRunAlone || split.state === "counted");
  const old = {
    ...(fields.run ? { run: run?.id } : {}),
    ...(!isRunAlone && split.checkpoint ? { checkpoint: split.checkpoint } : {}),
    ...(!isRunAlone && split.lap != null ? { lap: split.lap } : {}),
  };
  return {
    done: `Gave ${place} to ${whose ? runName(whose) : "another place"}`,
    commands: [{ type: "assignSplit", split: split.id, ...fields, ...because(reason) }],
    inverse: [canGoBack ? { type: "assignSplit", split: split.id, ...old }
      : { type: "voidSplit", split: split.id }],
    ...(canGoBack ? {} : { undo: "void it" }),
  };
}

/** A split that no device sent, put in by hand. @returns {Deed} */
export function addSplit(track, run, place, { split, at, uncertainty }, reason) {
  return {
    done: `Added ${splitName(track, place, run)}`,
    commands: [{
      type: "recordSplit", split, run: run.id, checkpoint: place.checkpoint, at, uncertainty,
      ...because(reason),
    }],
    inverse: [{ type: "voidSplit", split }],
    undo: "void it",
  };
}

/** Nobody passed there: the run has no split at that place. @returns {Deed} */
export function skipCheckpoint(track, run, { checkpoint, lap }, reason) {
  const place = { run: run.id, checkpoint, lap };
  return {
    done: `Skipped ${splitName(track, place, run)}`,
    commands: [{ type: "skipCheckpoint", ...place, ...because(reason) }],
    inverse: [{ type: "restoreCheckpoint", ...place }],
  };
}

/** The run did pass there: the next capture may be of that place again. @returns {Deed} */
export function restoreCheckpoint(track, run, { checkpoint, lap }, reason) {
  const place = { run: run.id, checkpoint, lap };
  return {
    done: `Took back the skip of ${splitName(track, place, run)}`,
    commands: [{ type: "restoreCheckpoint", ...place, ...because(reason) }],
    inverse: [{ type: "skipCheckpoint", ...place }],
  };
}
