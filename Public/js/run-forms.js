/**
 * What race control is asked before a correction that needs more than a key: the fields, the words on
 * the button, what would come of it, and the deed.
 *
 * @typedef {object} FormField
 * @property {string} name
 * @property {string} label
 * @property {"text"|"number"|"select"} [kind]
 * @property {string} [value]
 * @property {[string, string][]} [options]
 * @property {string} [hint]
 *
 * @typedef {object} Form
 * @property {string} title
 * @property {string} submit what the button does
 * @property {string} [intro]
 * @property {FormField[]} fields
 * @property {(values: Record<string, string>) => string} [preview] what it would come to
 * @property {(values: Record<string, string>) => object|Promise<object>} deed throws a `FormFault`
 */

import { FormFault } from "./form-fault.js";
import { formatTime, formatTimeOfDay, THOUSANDTHS_DOWN } from "./format.js";
import { uniqueId } from "./ids.js";
import { exactTimeOfDay, fullInstant, isTimeOfDay, parseInstant, shiftWords } from "./instants.js";
import { runChoices } from "./run-choices.js";
import { editRun, finishRun, setStatus, setStatusOf } from "./run-deeds.js";
import { runName, settableStatuses, splitName } from "./desk-words.js";
import { addSplit, assignSplit, moveSplit } from "./split-deeds.js";
import { runnerFor } from "./runner-lookup.js";
import { timeBetween } from "./stopwatch.js";

const INSTANT_HINT = "A time of day such as 14:05:10.25, or seconds such as +0.5 or −2";
/** A person who types a time has it from a watch or a video: about as sure as a tap. */
const TYPED_UNCERTAINTY = 100_000;

export function typedInstant(text, near, field = "at") {
  const at = parseInstant(text, near);
  if (at !== null) return at;
  throw new FormFault(field, isTimeOfDay(text)
    ? `There was no “${text}”: the clocks were set forward then. Type a time that they showed, or seconds such as +0.5.`
    : `“${text}” is no time. ${INSTANT_HINT}.`);
}

/** @returns {Form} */
export function moveForm(board, split, run) {
  const name = splitName(board.track, split, run);
  return {
    title: `Move ${name}`,
    submit: `Move ${name}`,
    fields: [{ name: "at", label: "To", value: exactTimeOfDay(split.at), hint: INSTANT_HINT }],
    preview({ at }) {
      const instant = parseInstant(at, split.at);
      if (instant === null) return "";
      const moved = `${fullInstant(instant)} (${shiftWords(instant - split.at)})`;
      return `${moved}${elapsedWords(board, run, instant)}`;
    },
    deed({ at, reason }) {
      const instant = typedInstant(at, split.at);
      if (instant === split.at) throw new FormFault("at", "It stands at that instant already.");
      return moveSplit(board.track, split, run, instant, reason);
    },
  };
}

function elapsedWords({ track }, run, at) {
  if (run?.startedAt == null) return "";
  const span = timeBetween(run.startedAt, at, run.held ?? []);
  const rounding = track.rounding ?? THOUSANDTHS_DOWN;
  return span < 0 ? ", before the start" : `, ${formatTime(span, rounding)} after the start`;
}

/** @returns {Form} */
export function assignForm(board, split, run, runs) {
  const name = splitName(board.track, split, run);
  const choices = runChoices(runs, board.sessions, run?.session ?? null);
  const lap = board.track.laps === 1 ? []
    : [{ name: "lap", label: "Lap", kind: "number", value: "", hint: "Empty: worked out" }];
  return {
    title: `Give ${name} to another`,
    submit: `Give ${name} to this run`,
    intro: `Captured at ${fullInstant(split.at)}.`,
    fields: [
      { name: "run", label: "Run", kind: "select", value: run?.id ?? choices[0]?.[0],
        options: choices },
      { name: "checkpoint", label: "Checkpoint", kind: "select", value: "",
        options: [["", "As captured, or worked out"], ...checkpointOptions(board.track)] },
      ...lap,
    ],
    deed({ run: id, checkpoint, lap: lapText, reason }) {
      const to = runs.find((each) => each.id === id);
      if (!to) throw new FormFault("run", "Choose the run that passed there.");
      const isOther = to.id !== run?.id;
      if (!isOther && !checkpoint && !lapText) {
        throw new FormFault("run", "Choose another run, a checkpoint or a lap.");
      }
      return assignSplit(board.track, split, run, {
        run: isOther ? to : undefined, checkpoint: checkpoint || undefined,
        lap: lapText ? Number(lapText) : undefined,
      }, reason);
    },
  };
}

const checkpointOptions = (track) => track.checkpoints.map(({ id, name }) => [id, name]);

/** @returns {Form} */
export function addSplitForm(board, run, place, near, uncertainty) {
  const name = place ? splitName(board.track, place, run) : `a split of ${runName(run)}`;
  const next = place?.checkpoint ?? run.next?.checkpoint ?? board.track.checkpoints.at(-1).id;
  return {
    title: `Add ${name}`,
    submit: `Add ${name}`,
    intro: "For a passing that no device captured.",
    fields: [
      { name: "checkpoint", label: "Checkpoint", kind: "select", value: next,
        options: checkpointOptions(board.track) },
      { name: "at", label: "Passed at", value: formatTimeOfDay(near, 3), hint: INSTANT_HINT },
    ],
    preview({ at }) {
      const instant = parseInstant(at, near);
      return instant === null ? "" : fullInstant(instant) + elapsedWords(board, run, instant);
    },
    deed: ({ checkpoint, at, reason }) => addSplit(board.track, run, { checkpoint }, {
      split: uniqueId(), at: typedInstant(at, near), uncertainty: uncertainty + TYPED_UNCERTAINTY,
    }, reason),
  };
}

/** @returns {Form} */
export function statusForm(run) {
  return {
    title: `Status of ${runName(run)}`,
    submit: `Set the status of ${runName(run)}`,
    fields: [{ name: "status", label: "Status", kind: "select", value: setStatusOf(run),
      options: settableStatuses }],
    deed({ status, reason }) {
      if (status === setStatusOf(run)) {
        throw new FormFault("status", `That is the status of ${runName(run)} already.`);
      }
      return setStatus(run, status, reason);
    },
  };
}

/** @returns {Form} */
export function finishForm(board, run, now) {
  return {
    title: `Finish ${runName(run)}`,
    submit: `Finish ${runName(run)}`,
    intro: "Ends the run at an instant: finished where laps are open, else DNF before its last line.",
    fields: [{ name: "at", label: "Ended at", value: formatTimeOfDay(now, 3), hint: INSTANT_HINT }],
    preview({ at }) {
      const instant = parseInstant(at, now);
      return instant === null ? "" : fullInstant(instant) + elapsedWords(board, run, instant);
    },
    deed: ({ at, reason }) => finishRun(run, typedInstant(at, now), reason),
  };
}

/** @returns {Form} */
export function editRunForm(board, run, now) {
  const near = run.startedAt ?? now;
  const began = run.startedAt == null ? "" : exactTimeOfDay(run.startedAt);
  return {
    title: `Edit the run of ${runName(run)}`,
    submit: `Save the run of ${runName(run)}`,
    fields: [
      { name: "runner", label: "Runner", value: run.runner.name || run.runner.id,
        hint: "A name that is known keeps its bests" },
      { name: "number", label: "Number", value: run.number ?? "" },
      { name: "session", label: "Session", kind: "select", value: run.session,
        options: [...board.sessions.values()].map(({ id, name }) => [id, name]) },
      { name: "at", label: "Started at", value: began, hint: INSTANT_HINT },
    ],
    preview({ at }) {
      const instant = at && at !== began ? parseInstant(at, near) : null;
      return instant === null ? "" : `Start: ${fullInstant(instant)} (${shiftWords(instant - near)})`;
    },
    async deed({ runner, number, session, at, reason }) {
      const fields = {};
      let before = [];
      if (!runner.trim()) throw new FormFault("runner", "Type the name of the runner.");
      if (runner.trim() !== (run.runner.name || run.runner.id)) {
        const found = await runnerFor(runner);
        fields.runner = found.id;
        before = found.commands;
      }
      if (number.trim() !== (run.number ?? "")) {
        if (!number.trim()) throw new FormFault("number", "A number can be changed, not taken away.");
        fields.number = number.trim();
      }
      if (session !== run.session) fields.session = session;
      if (at.trim() && at.trim() !== began) fields.at = typedInstant(at, near);
      if (Object.keys(fields).length === 0) {
        throw new FormFault("runner", "Nothing was changed yet.");
      }
      return editRun(run, fields, reason, before);
    },
  };
}
