/** Corrections of runs, and what takes them back. */

import { runName } from "./desk-words.js";
import { because } from "./split-deeds.js";
import { statusWords } from "./verdict.js";

/** @typedef {import("./desk.js").Deed} Deed */

const SET_BY_PEOPLE = new Set(["dnf", "dns", "dsq", "nc", "hc"]);

/** The status that a person set, as the board tells it; `running` where there is none. */
export const setStatusOf = (run) => (SET_BY_PEOPLE.has(run.status) ? run.status : "running");

/** @returns {Deed} */
export function setStatus(run, status, reason) {
  return {
    done: status === "running" ? `Took the status of ${runName(run)} back`
      : `Set ${runName(run)} ${statusWords(status).short}`,
    commands: [{ type: "setStatus", run: run.id, status, ...because(reason) }],
    inverse: [{ type: "setStatus", run: run.id, status: setStatusOf(run) }],
  };
}

/** @returns {Deed} */
export function finishRun(run, at, reason) {
  return {
    done: `Finished ${runName(run)}`,
    commands: [{ type: "finishRun", run: run.id, at, ...because(reason) }],
    inverse: [{ type: "reopenRun", run: run.id }],
    undo: "reopen the run",
  };
}

/** Takes a captured end, or a status that was set, back. @returns {Deed} */
export function reopenRun(run, reason) {
  const back = SET_BY_PEOPLE.has(run.status) ? [{ type: "setStatus", run: run.id, status: run.status }]
    : run.finishedAt != null ? [{ type: "finishRun", run: run.id, at: run.finishedAt }] : [];
  return {
    done: `Reopened ${runName(run)}`,
    commands: [{ type: "reopenRun", run: run.id, ...because(reason) }],
    inverse: back,
  };
}

/** @returns {Deed} */
export function voidRun(run, reason) {
  return {
    done: `Voided the run of ${runName(run)}`,
    commands: [{ type: "voidRun", run: run.id, ...because(reason) }],
    inverse: [{ type: "restoreRun", run: run.id }],
  };
}

/** @returns {Deed} */
export function restoreRun(run, reason) {
  return {
    done: `Restored the run of ${runName(run)}`,
    commands: [{ type: "restoreRun", run: run.id, ...because(reason) }],
    inverse: [{ type: "voidRun", run: run.id }],
  };
}

/**
 * Changes what a run says of itself.
 * @param {{runner?: string, number?: string, session?: string, at?: number}} fields that change
 * @param {object[]} before commands that have to go first, such as one that registers the runner
 * @returns {Deed}
 */
export function editRun(run, fields, reason, before = []) {
  const old = {
    ...(fields.runner !== undefined ? { runner: run.runner.id } : {}),
    ...(fields.number !== undefined && run.number ? { number: run.number } : {}),
    ...(fields.session !== undefined ? { session: run.session } : {}),
    ...(fields.at !== undefined && run.startedAt != null ? { at: run.startedAt } : {}),
  };
  const isReversible = Object.keys(old).length > 0;
  return {
    done: `Edited the run of ${runName(run)}`,
    commands: [...before, { type: "editRun", run: run.id, ...fields, ...because(reason) }],
    inverse: isReversible ? [{ type: "editRun", run: run.id, ...old }] : [],
  };
}
