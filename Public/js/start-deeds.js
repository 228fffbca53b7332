/** Entering runners and starting them. */

import { formatTimeOfDay } from "./format.js";
import { FormFault } from "./form-fault.js";
import { exactTimeOfDay, fullInstant, parseInstant, shiftWords } from "./instants.js";
import { uniqueId } from "./ids.js";
import { typedInstant } from "./run-forms.js";
import { because } from "./split-deeds.js";

const named = (entry) => (entry.number ? `${entry.number} ${entry.name}` : entry.name);

/**
 * @param {object[]} before what registers the runner, if that is new
 * @param {import("./start-lists.js").Entry|null} old the runner's entry so far
 * @returns {import("./desk.js").Deed}
 */
export function enterRunner(session, entry, before, old = null) {
  return {
    done: old ? `Changed the entry of ${named(entry)}` : `Entered ${named(entry)} in ${session.name}`,
    commands: [...before, entered(session, entry)],
    inverse: [old ? entered(session, old) : withdrawn(session, entry)],
    ...(old ? {} : { undo: "withdraw" }),
  };
}

/** @returns {import("./desk.js").Deed} */
export function withdrawRunner(session, entry) {
  return {
    done: `Withdrew ${named(entry)} from ${session.name}`,
    commands: [withdrawn(session, entry)],
    inverse: [entered(session, entry)],
    undo: "enter again",
  };
}

/** What can be changed about an entry. @returns {import("./run-forms.js").Form} */
export function entryForm(session, entry) {
  const name = named(entry);
  return {
    title: `Entry of ${name} in ${session.name}`,
    submit: `Save the entry of ${name}`,
    hasReason: false,
    fields: [
      { name: "number", label: "Number", value: entry.number },
      { name: "category", label: "Category", value: entry.category },
      { name: "team", label: "Team", value: entry.team },
      { name: "transponders", label: "Transponders", value: entry.transponders.join(" "),
        hint: "What the runner carries for a timing loop, with spaces between several" },
    ],
    deed({ number, category, team, transponders }) {
      const edited = {
        ...entry, number: number.trim(), category: category.trim(), team: team.trim(),
        transponders: transponders.split(/[\s,]+/).filter(Boolean),
      };
      if (JSON.stringify(edited) === JSON.stringify(entry)) {
        throw new FormFault("number", "Nothing was changed yet.");
      }
      return enterRunner(session, edited, [], entry);
    },
  };
}

function entered(session, { runner, number, category, team, transponders }) {
  return {
    type: "enterRunner", runner, session: session.id,
    ...(number ? { number } : {}), ...(category ? { category } : {}), ...(team ? { team } : {}),
    ...(transponders.length > 0 ? { transponders } : {}),
  };
}

const withdrawn = (session, { runner }) =>
  ({ type: "withdrawRunner", runner, session: session.id });

/** One start that all these entries share. @returns {import("./desk.js").Deed} */
export function massStart(session, entries, at, uncertainty) {
  const start = uniqueId();
  const runs = entries.map((entry) => startedRun(session, entry, { start }));
  const count = entries.length === 1 ? named(entries[0]) : `${entries.length} runners`;
  return {
    done: `Started ${count} of ${session.name} at ${formatTimeOfDay(at, 3)}`,
    commands: [{ type: "createStart", start, session: session.id, at, uncertainty }, ...runs],
    inverse: runs.map(({ run }) => ({ type: "voidRun", run })),
    undo: runs.length === 1 ? "void the run" : `void these ${runs.length} runs`,
  };
}

/** @returns {import("./desk.js").Deed} */
export function singleStart(session, entry, at, uncertainty) {
  const run = startedRun(session, entry, { at, uncertainty });
  return {
    done: `Started ${named(entry)} at ${formatTimeOfDay(at, 3)}`,
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

/** @param {number} count runs that began with it. @returns {import("./run-forms.js").Form} */
export function moveStartForm(start, count) {
  const name = `the start of ${formatTimeOfDay(start.at, 3)}`;
  return {
    title: `Move ${name}`,
    submit: `Move ${name} and all its runs`,
    intro: count === 1 ? "One run began with it." : `${count} runs began with it.`,
    fields: [{ name: "at", label: "To", value: exactTimeOfDay(start.at),
      hint: "A time of day such as 14:05:10.25, or seconds such as +0.5 or −2" }],
    preview({ at }) {
      const instant = parseInstant(at, start.at);
      return instant === null ? ""
        : `${fullInstant(instant)} (${shiftWords(instant - start.at)})`;
    },
    deed({ at, reason }) {
      const to = typedInstant(at, start.at);
      if (to === start.at) throw new FormFault("at", "It stands at that instant already.");
      const move = (instant) => ({
        type: "moveStart", start: start.id, at: instant, uncertainty: 0,
      });
      return {
        done: `Moved ${name} by ${shiftWords(to - start.at)}`,
        commands: [{ ...move(to), ...because(reason) }],
        inverse: [move(start.at)],
      };
    },
  };
}
