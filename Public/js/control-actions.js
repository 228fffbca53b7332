/**
 * What race control can do about a thing: the key, the word on the button, the whole sentence for those
 * who hear it; and either a deed that is done at once or a form that asks first.
 *
 * @typedef {object} Action
 * @property {string} key
 * @property {string} label on the button
 * @property {string} words what it does, with what it does it to
 * @property {(reason: string) => import("./desk.js").Deed} [deed]
 * @property {(context: {now: number, uncertainty: number}) => import("./run-forms.js").Form} [form]
 * @property {true} [dismiss] puts the thing of the key `item` aside on this device
 */

import { countedSplits } from "./cells.js";
import { placeAfter, positionOf, startPosition } from "./course.js";
import { runName, splitName } from "./desk-words.js";
import { reopenRun, restoreRun, setStatus, voidRun } from "./run-deeds.js";
import {
  addSplitForm, assignForm, editRunForm, finishForm, moveForm, statusForm,
} from "./run-forms.js";
import {
  acceptSplit, restoreCheckpoint, restoreSplit, skipCheckpoint, voidSplit,
} from "./split-deeds.js";
import { runsOf } from "./sessions.js";

/** @returns {Action[]} */
export function splitActions(board, session, split, run) {
  // They count again once their run does.
  if (run?.voided) return [];
  const { track } = board;
  const name = splitName(track, split, run);
  const runs = runsOf(board, session);
  const actions = [];
  if (canCount(track, split, run)) {
    actions.push({ key: "a", label: "Accept", words: `Accept ${name}`,
      deed: (reason) => acceptSplit(track, split, run, reason) });
  }
  actions.push(split.state === "voided"
    ? { key: "r", label: "Restore", words: `Restore ${name}`,
      deed: (reason) => restoreSplit(track, split, run, reason) }
    : { key: "v", label: "Void", words: `Void ${name}`,
      deed: (reason) => voidSplit(track, split, run, reason) });
  if (runs.length > 0) {
    actions.push({ key: "g", label: "Give…", words: `Give ${name} to another run or checkpoint`,
      form: () => assignForm(board, split, run, runs) });
  }
  actions.push({ key: "m", label: "Move…", words: `Move ${name} to another instant`,
    form: () => moveForm(board, split, run) });
  return actions;
}

/**
 * Whether a capture that was set aside counts once a person says so: within the run, and with a place
 * left that it can take. Other ones have to be moved or given away.
 */
function canCount(track, split, run) {
  if (!run || !["tooSoon", "outOfOrder"].includes(split.state)) return false;
  const before = countedSplits(run).findLast((each) => each.at <= split.at);
  const last = before ? positionOf(track, before.checkpoint, before.lap) : startPosition(track);
  return last !== null && placeAfter(track, last, split.checkpoint ?? null) !== null;
}

/** @returns {Action[]} */
export function runActions(board, run) {
  const name = runName(run);
  if (run.voided) {
    return [{ key: "r", label: "Restore run", words: `Restore the run of ${name}`,
      deed: (reason) => restoreRun(run, reason) }];
  }
  const actions = [{ key: "s", label: "Status…", words: `Set the status of ${name}`,
    form: () => statusForm(run) }];
  if (run.status === "running") {
    actions.push({ key: "f", label: "Finish…", words: `Finish ${name}`,
      form: ({ now }) => finishForm(board, run, run.near ?? now) });
  } else {
    actions.push({ key: "o", label: "Reopen", words: `Reopen the run of ${name}`,
      deed: (reason) => reopenRun(run, reason) });
  }
  actions.push(
    { key: "p", label: "Add split…", words: `Add a split of ${name}`,
      form: ({ now, uncertainty }) => addSplitForm(board, run, null, run.near ?? now, uncertainty) },
    { key: "e", label: "Edit…", words: `Edit the run of ${name}`,
      form: ({ now }) => editRunForm(board, run, now) },
  );
  if (run.next) {
    actions.push({ key: "k", label: "Skip next", words: `Skip ${splitName(board.track, run.next, run)}`,
      deed: (reason) => skipCheckpoint(board.track, run, run.next, reason) });
  }
  const skip = run.skipped?.at(-1);
  if (skip) {
    const place = splitName(board.track, skip, run);
    actions.push({ key: "t", label: "Take back skip", words: `Take back the skip of ${place}`,
      deed: (reason) => restoreCheckpoint(board.track, run, skip, reason) });
  }
  actions.push({ key: "v", label: "Void run", words: `Void the run of ${name}`,
    deed: (reason) => voidRun(run, reason) });
  return actions;
}

/** What can be done about something that needs attention. @returns {Action[]} */
export function attentionActions(board, session, item) {
  const { kind, run, split, place } = item;
  const dismiss = { key: "d", label: "Dismiss", words: `Dismiss: ${item.detail}`,
    dismiss: true, item: item.key };
  if (kind === "setAside" || kind === "unassigned") {
    return [...splitActions(board, session, split, run ?? null), dismiss];
  }
  if (kind === "missed") {
    const name = splitName(board.track, place, run);
    return [
      { key: "k", label: "Skip", words: `Skip ${name}`,
        deed: (reason) => skipCheckpoint(board.track, run, place, reason) },
      { key: "p", label: "Add split…", words: `Add ${name}`,
        form: ({ uncertainty }) => addSplitForm(board, run, place, item.at, uncertainty) },
      dismiss,
    ];
  }
  const back = { key: "b", label: "Back to running", words: `Set ${runName(run)} back to running`,
    deed: (reason) => setStatus(run, "running", reason) };
  const stop = { key: "x", label: "Set DNF", words: `Set ${runName(run)} DNF`,
    deed: (reason) => setStatus(run, "dnf", reason) };
  const finish = { key: "f", label: "Finish…", words: `Finish ${runName(run)}`,
    form: ({ now }) => finishForm(board, run, now) };
  return kind === "notice" ? [back, dismiss] : [stop, finish, dismiss];
}
