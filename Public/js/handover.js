/**
 * What a phone hands over where it has no line to the server: its unsent commands, as they would have been
 * sent. The server knows each by its id, so that it does no harm if the phone sends them as well.
 *
 * @typedef {object} Handover
 * @property {"handover"} livetiming
 * @property {1} version
 * @property {string} device the id of the device that they are from
 * @property {object[]} commands in the order in which they were made
 */

import { HandoverFault } from "./handover-fault.js";

export const VERSION = 1;
/** So much is more than a day of captures, and no strain for a page. */
export const MOST_CHARACTERS = 8_000_000;
export const MOST_COMMANDS = 10_000;

const isId = (value) => typeof value === "string" && /^[\w-]{1,64}$/.test(value);
const CAPTURES = new Set(["createStart", "startRun", "recordSplit", "finishRun"]);
/** What those do who time, and nothing that only race control does: a code may be anybody's. */
const TYPES = new Set([
  ...CAPTURES, "createTrack", "registerRunner", "enterRunner", "acceptSplit", "assignSplit", "moveSplit",
  "voidSplit", "restoreSplit", "skipCheckpoint", "restoreCheckpoint", "voidRun", "reopenRun",
]);

export const isCapture = ({ type }) => CAPTURES.has(type);

/** @returns {Handover} */
export const handoverOf = (device, commands) =>
  ({ livetiming: "handover", version: VERSION, device, commands });

/**
 * Reads what was handed over.
 * @returns {Handover}
 * @throws {HandoverFault}
 */
export function readHandover(text) {
  if (text.length > MOST_CHARACTERS) {
    throw new HandoverFault("This file is too large for one that a phone hands over: more than 8 MB.");
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HandoverFault("This file is damaged, or none that a phone handed over: it is no JSON.");
  }
  if (value?.livetiming !== "handover") {
    throw new HandoverFault("This file is of something else. Choose one that the timer’s page saved under "
      + "“Hand over”: its name begins with “livetiming-handover”.");
  }
  checkVersion(value.version);
  if (!isId(value.device)) throw new HandoverFault("This file is damaged: it does not say which device it is from.");
  const { commands } = value;
  if (!Array.isArray(commands) || commands.length === 0 || commands.length > MOST_COMMANDS) {
    throw new HandoverFault(`This file is damaged: it should have 1 to ${MOST_COMMANDS} captures.`);
  }
  commands.forEach(checkCommand);
  return handoverOf(value.device, commands);
}

/** @throws {HandoverFault} for what this page is too old for, or what is no version */
export function checkVersion(version) {
  if (version === VERSION) return;
  throw new HandoverFault(Number.isInteger(version) && version > VERSION
    ? `This was handed over by a newer version of these pages (${version}; this page reads ${VERSION}). Reload this `
      + "page; if that does not help, the server has to be updated."
    : "This is damaged: it does not say of which version it is.");
}

function checkCommand(command, index) {
  const number = index + 1;
  if (typeof command?.type !== "string" || !isId(command.commandId)) {
    throw new HandoverFault(`This file is damaged: number ${number} of it is no capture.`);
  }
  if ("instant" in command) {
    throw new HandoverFault(`This file is damaged: number ${number} of it has a field that no command has, “instant”.`);
  }
  if (!TYPES.has(command.type)) {
    throw new HandoverFault(`Number ${number} of this file is “${command.type.slice(0, 40)}”, which no phone hands `
      + "over. Nothing of it was sent.");
  }
}
