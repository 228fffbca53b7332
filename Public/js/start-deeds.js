/** Entering runners and starting them. */

import { FormFault } from "./form-fault.js";
import { exactTimeOfDay, fullInstant, parseInstant, shiftWords, timeOfDay } from "./instants.js";
import { uniqueId } from "./ids.js";
import { instantOf } from "./run-forms.js";
import { because } from "./split-deeds.js";

const named = (entry) => (entry.number ? `${entry.number} ${entry.name}` : entry.name);

/** @param {object[]} before what registers the runner, if that is new. @returns {import("./desk.js").Deed} */
export function enterRunner(session, entry, before) {
  return {
    done: `Entered ${named(entry)} in ${session.name}`,
    commands: [...before, {
      type: "enterRunner", runner: entry.runner, session: session.id,
      ...(entry.number ? { number: entry.number } : {}),
      ...(entry.category ? { category: entry.category } : {}),
      ...(entry.team ? { team: entry.team } : {}),
    }],
    inverse: [],
  };
}

/** One start that all these entries share. @returns {import("./desk.js").Deed & {start: string}} */
export function massStart(session, entries, at, uncertainty) {
  const start = uniqueId();
  const runs = entries.map((entry) => startedRun(session, entry, { start }));
  const count = entries.length === 1 ? named(entries[0]) : `${entries.length} runners`;
  return {
    start,
    done: `Started ${count} of ${session.name} at ${timeOfDay(at)}`,
    commands: [{ type: "createStart", start, session: session.id, at, uncertainty }, ...runs],
    inverse: runs.map(({ run }) => ({ type: "voidRun", run })),
    undo: runs.length === 1 ? "void the run" : `void these ${runs.length} runs`,
  };
}

/** @returns {import("./desk.js").Deed} */
export function singleStart(session, entry, at, uncertainty) {
  const run = startedRun(session, entry, { at, uncertainty });
  return {
    done: `Started ${named(entry)} at ${timeOfDay(at)}`,
    commands: [run],
    inverse: [{ type: "voidRun", run: run.run }],
    undo: "void the run",
  };
}

function startedRun(session, entry, origin) {
  return {
    type: "startRun", run: uniqueId(), runner: entry.runner, session: session.id, ...origin,
    ...(entry.number ? { number: entry.number } : {}),
  };
}

/** @returns {import("./run-forms.js").Form} */
export function moveStartForm(start, onMoved) {
  const name = `the start of ${timeOfDay(start.at)}`;
  return {
    title: `Move ${name}`,
    submit: `Move ${name} and all its runs`,
    intro: start.count === 1 ? "One run began with it." : `${start.count} runs began with it.`,
    fields: [{ name: "at", label: "To", value: exactTimeOfDay(start.at),
      hint: "A time of day such as 14:05:10.25, or seconds such as +0.5 or −2" }],
    preview({ at }) {
      const instant = parseInstant(at, start.at);
      return instant === null ? ""
        : `${fullInstant(instant)} (${shiftWords(instant - start.at)})`;
    },
    deed({ at, reason }) {
      const to = instantOf(at, start.at);
      if (to === start.at) throw new FormFault("at", "It stands at that instant already.");
      const move = (instant) => ({
        type: "moveStart", start: start.start, at: instant, uncertainty: 0,
      });
      return {
        done: `Moved ${name} by ${shiftWords(to - start.at)}`,
        commands: [{ ...move(to), ...because(reason) }],
        inverse: [move(start.at)],
        after: () => onMoved(to),
        afterUndo: () => onMoved(start.at),
      };
    },
  };
}
