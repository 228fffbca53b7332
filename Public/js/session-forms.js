/** Sessions: what is asked to make, edit, flag and close one. */

import { FormFault } from "./form-fault.js";
import { uniqueId } from "./ids.js";
import { parseSeconds } from "./instants.js";
import { because } from "./split-deeds.js";
import { flagWord } from "./verdict.js";

/** What is chosen from a list. */
const RULES = ["rank", "counts", "finish", "ties", "clock", "scope"];
const RANKS = [["race", "Race: who is furthest"], ["time", "Time of a run"], ["lap", "Best lap"]];
const COUNTS = [["best", "The best"], ["sum", "All, added up"], ["last", "The last"],
  ["average", "The average"]];
const FINISHES = [["each", "Each does all laps"], ["leader", "The leader's flag ends it"],
  ["clock", "Only laps done in time count"]];
const TIES = [["share", "Share the place"], ["second", "Next best decides"],
  ["first", "Who set it first"], ["judge", "A judge decides"]];
const CLOCKS = [["gun", "From the gun"], ["net", "Net, from the start line"]];
const SCOPES = [["track", "All runs of the track"], ["session", "This session only"]];
const LIMITS = [["hand", "By hand"], ["laps", "Laps"], ["time", "Time"]];

/** @param {object|null} session `null` makes one. @returns {import("./run-forms.js").Form} */
export function sessionForm(session, onCreated = () => {}) {
  const isNew = session === null;
  const limit = session?.limit ?? null;
  return {
    title: isNew ? "New session" : `Edit ${session.name}`,
    submit: isNew ? "Create this session" : `Save ${session.name}`,
    hasReason: !isNew,
    fields: [
      { name: "name", label: "Name", value: session?.name ?? "", hint: "Such as Practice, Heat 2, Final" },
      { name: "rank", label: "Ranked by", kind: "select", value: session?.rank ?? "race", options: RANKS },
      { name: "counts", label: "Runs that count, by time", kind: "select",
        value: session?.counts ?? "best", options: COUNTS },
      { name: "limitKind", label: "Ends", kind: "select", options: LIMITS,
        value: limit === null ? "hand" : limit.laps != null ? "laps" : "time" },
      { name: "limit", label: "After", value: limitText(limit),
        hint: "Laps such as 8, minutes such as 10, minutes plus laps such as 10 + 1" },
      { name: "finish", label: "Finish", kind: "select", value: session?.finish ?? "each", options: FINISHES },
      { name: "ties", label: "Ties", kind: "select", value: session?.ties ?? "share", options: TIES },
      { name: "clock", label: "Clock", kind: "select", value: session?.clock ?? "gun", options: CLOCKS },
      { name: "scope", label: "Bests over", kind: "select", value: session?.scope ?? "session",
        options: SCOPES },
    ],
    deed: (values) => (isNew ? created(values, onCreated) : edited(session, values)),
  };
}

function created(values, onCreated) {
  if (!values.name.trim()) throw new FormFault("name", "Give the session a name.");
  const session = uniqueId();
  const limit = parseLimit(values);
  return {
    done: `Created ${values.name.trim()}`,
    commands: [{
      type: "createSession", session, name: values.name.trim(),
      ...Object.fromEntries(RULES.map((rule) => [rule, values[rule]])),
      ...(limit ? { limit } : {}),
    }],
    inverse: [],
    after: () => onCreated(session),
  };
}

function edited(session, values) {
  if (!values.name.trim()) throw new FormFault("name", "Give the session a name.");
  const fields = {};
  const old = {};
  for (const name of ["name", ...RULES]) {
    if (values[name].trim() === session[name]) continue;
    fields[name] = values[name].trim();
    old[name] = session[name];
  }
  const limit = parseLimit(values);
  if (limitText(limit) !== limitText(session.limit) || (limit === null) !== (session.limit == null)) {
    fields.limit = limit;
    old.limit = session.limit ?? null;
  }
  if (Object.keys(fields).length === 0) throw new FormFault("name", "Nothing was changed yet.");
  const edit = { type: "editSession", session: session.id };
  return {
    done: `Edited ${session.name}`,
    commands: [{ ...edit, ...fields, ...because(values.reason) }],
    inverse: [{ ...edit, ...old }],
  };
}

function limitText(limit) {
  if (!limit) return "";
  if (limit.laps != null) return String(limit.laps);
  const minutes = String(limit.time / 60e6);
  return limit.plusLaps > 0 ? `${minutes} + ${limit.plusLaps}` : minutes;
}

function parseLimit({ limitKind, limit }) {
  if (limitKind === "hand") return null;
  if (limitKind === "laps") {
    if (!/^\s*[1-9]\d{0,5}\s*$/.test(limit)) {
      throw new FormFault("limit", "Type after how many laps it ends, such as 8.");
    }
    return { laps: Number(limit) };
  }
  const [minutes, plus = "0"] = limit.split("+").map((part) => part.trim());
  const time = parseSeconds(minutes);
  if (!time || !/^\d{1,5}$/.test(plus)) {
    throw new FormFault("limit", "Type after how many minutes it ends, such as 10, or 10 + 1 lap.");
  }
  return { time: time * 60, plusLaps: Number(plus) };
}

/** Shows a flag now; yellow, red and green can be taken back by the flag before. */
export function flagDeed(session, flag, at, reason) {
  const show = (shown) => ({ type: "editSession", session: session.id, flag: shown, at });
  const old = session.flag && session.flag !== "finish" && flag !== "finish" ? session.flag : null;
  return {
    done: `Showed the ${flagWord(flag).toLowerCase().replace(/ flag$/, "")} flag in ${session.name}`,
    commands: [{ ...show(flag), ...because(reason) }],
    inverse: old ? [show(old)] : [],
    ...(old ? { undo: `show ${flagWord(old).toLowerCase()} again` } : {}),
  };
}

/** The finish flag ends the race, so it is asked first. @returns {import("./run-forms.js").Form} */
export function finishFlagForm(session, now) {
  return {
    title: `Finish flag in ${session.name}`,
    submit: `Show the finish flag in ${session.name}`,
    intro: "The race ends: each run ends as it next passes the finish line. This cannot be undone.",
    fields: [],
    deed: ({ reason }) => flagDeed(session, "finish", now, reason),
  };
}

/** @returns {import("./run-forms.js").Form} */
export function closeForm(session, running, now) {
  const out = running === 0 ? "Nobody is out."
    : `${running === 1 ? "One run is" : `${running} runs are`} still out and will end with the laps `
      + "done so far; without a lap they are not classified.";
  return {
    title: `Close ${session.name}`,
    submit: `Close ${session.name} for good`,
    intro: `${out} What is passed later does not count. A closed session cannot be opened again.`,
    fields: [],
    deed: ({ reason }) => ({
      done: `Closed ${session.name}`,
      commands: [{ type: "closeSession", session: session.id, at: now, ...because(reason) }],
      inverse: [],
    }),
  };
}
