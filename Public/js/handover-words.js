/** What was handed over, in words for race control. */

import { formatUncertainty } from "./format.js";
import { isCapture } from "./handover.js";
import { fullInstant } from "./instants.js";
import { refusedWords } from "./refused-words.js";
import { UNSYNCED } from "./retiming.js";

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** "12 captures and 2 other commands". */
export function amountWords(commands) {
  const captures = commands.filter(isCapture).length;
  const others = commands.length - captures;
  return [
    captures > 0 ? count(captures, "capture", "captures") : "",
    others > 0 ? count(others, captures > 0 ? "other command" : "command", captures > 0 ? "other commands" : "commands") : "",
  ].filter(Boolean).join(" and ");
}

/**
 * One line of the preview.
 * @param {object[]} commands all that was handed over: they name each other
 * @param {import("./board.js").Board|null} board of the desk's track, which knows others
 * @returns {{what: string, who: string, when: string}} `who` and `when` may be ""
 */
export function lineWords(command, commands, board) {
  const track = commands.find(({ type, track: id }) => type === "createTrack" && id === command.track)
    ?? board?.track;
  const known = track && { id: null, track: { ...track, id: track.type ? track.track : track.id } };
  const what = refusedWords(command, known ?? null);
  return {
    what: what.charAt(0).toUpperCase() + what.slice(1),
    who: runnerName(command, commands, board),
    when: command.at === undefined ? "" : `${fullInstant(command.at)}${exactness(command)}`,
  };
}

function runnerName({ run, runner: own, runnerName: typed, number }, commands, board) {
  const start = commands.find((each) => each.type === "startRun" && each.run === run) ?? {};
  const runner = own ?? start.runner;
  return typed ?? start.runnerName
    ?? commands.find((each) => each.type === "registerRunner" && each.runner === runner)?.name
    ?? board?.runs.get(run)?.runner.name ?? number ?? start.number ?? runner ?? "";
}

function exactness({ uncertainty }) {
  if (uncertainty === undefined) return "";
  return uncertainty >= UNSYNCED ? ", unsynced" : ` ${formatUncertainty(uncertainty)}`;
}
