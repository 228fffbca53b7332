/** What the lines of race control's list of devices say, and which of it is worrying. */

import { formatTimeOfDay, formatUncertainty, NONE } from "./format.js";
import { deviceName } from "./identity.js";

/** The bounds that a device is worrying beyond; microseconds, and per cent. */
const UNSENT_FOR = 20_000_000;
const SILENT_FOR = 30_000_000;
const UNCERTAIN = 100_000;
const OWN_TIME_OFF = 2_000_000;
const LOW_BATTERY = 20;
/** A time of day that is off by less is right, for whoever reads it from a phone. */
const RIGHT = 100_000;

/**
 * @typedef {{text: string, isWorrying: boolean}} Fact
 *
 * @typedef {object} DeviceRow
 * @property {string} id
 * @property {string} name
 * @property {boolean} isOwn whether it is the one that the page is open on
 * @property {string} program its role, and what runs on it
 * @property {Fact} contact
 * @property {Fact} ownTime
 * @property {Fact} uncertainty
 * @property {Fact} unsent
 * @property {Fact} battery
 * @property {string} captures
 * @property {string|null} silence the key to put its silence aside by; `null` where that worries nobody
 * @property {boolean} isWorrying
 */

/**
 * @param {import("./device-list.js").DeviceReport[]} devices
 * @param {object} around
 * @param {number} around.time the server's, of the list
 * @param {string} around.own the id of this device
 * @param {string|null} around.track the one that is open
 * @param {boolean} around.isAnyoneOut on it
 * @param {Map<string, string>} around.tracks names by id
 * @param {Set<string>} around.dismissed keys of what was put aside
 * @returns {DeviceRow[]} what is worrying first, then who is connected, then by id
 */
export function deviceRows(devices, around) {
  return devices.filter(isOfUse).map((device) => deviceRow(device, around)).toSorted((a, b) =>
    b.isWorrying - a.isWorrying || b.isConnected - a.isConnected || (a.id < b.id ? -1 : 1));
}

/** A page of race control that was closed, and captured nothing, says nothing. */
const isOfUse = ({ role, connected, captures, status }) =>
  connected || role === "timer" || captures > 0 || status !== null;

function deviceRow(device, around) {
  const { time, own, tracks, dismissed } = around;
  const { id, status, connected: isConnected } = device;
  const silence = isMissed(device, around) ? `silent:${id}:${device.lastHeard}` : null;
  // How one that has gone was doing is no worry any more.
  const now = (told) => (isConnected ? told : { ...told, isWorrying: false });
  const facts = {
    contact: contactOf(device, silence !== null && !dismissed.has(silence), time),
    ownTime: now(ownTimeOf(status)), uncertainty: now(uncertaintyOf(status)),
    unsent: now(unsentOf(device, time)), battery: now(batteryOf(status)),
  };
  return {
    id, name: deviceName(id), isOwn: id === own, isConnected,
    program: `${device.role}, ${device.client}`,
    ...facts,
    captures: capturesOf(device, tracks),
    silence: facts.contact.isWorrying ? silence : null,
    isWorrying: Object.values(facts).some((fact) => fact.isWorrying),
  };
}

/** Silent while it is wanted. Another desk may go and come, and so may who times on another track. */
function isMissed({ role, status, lastHeard, lastCapture }, { time, track, isAnyoneOut }) {
  const isTimingHere = role === "timer" && (lastCapture?.track ?? track) === track;
  return time - lastHeard > SILENT_FOR && (status?.unsent > 0 || (isAnyoneOut && isTimingHere));
}

function contactOf({ connected, lastHeard }, isWorrying, time) {
  if (connected && time - lastHeard <= SILENT_FOR) return fact("connected");
  return fact(`not heard of since ${formatTimeOfDay(lastHeard)}`, isWorrying);
}

/** Race control's own pages tell nothing of themselves. */
const UNTOLD = Object.freeze({ text: NONE, isWorrying: false });

function ownTimeOf(status) {
  if (status === null) return UNTOLD;
  const off = Math.abs(status.offset);
  if (off < RIGHT) return fact("right");
  const words = `${spanWords(off)} ${status.offset > 0 ? "behind" : "ahead"}`;
  return off > OWN_TIME_OFF ? fact(`${words}, matters only unsynced`, true) : fact(words);
}

function uncertaintyOf(status) {
  if (status === null) return UNTOLD;
  return fact(formatUncertainty(status.uncertainty), status.uncertainty > UNCERTAIN);
}

function unsentOf({ status, unsentSince }, time) {
  if (status === null) return UNTOLD;
  if (status.unsent === 0) return fact("all sent");
  const isLong = unsentSince !== null && time - unsentSince >= UNSENT_FOR;
  return fact(isLong ? `${status.unsent} unsent since ${formatTimeOfDay(unsentSince)}`
    : `${status.unsent} unsent`, isLong);
}

function batteryOf(status) {
  const battery = status?.battery ?? null;
  return battery === null ? UNTOLD : fact(`${battery} %`, battery <= LOW_BATTERY);
}

function capturesOf({ captures, lastCapture }, tracks) {
  if (captures === 0) return "no captures";
  const count = captures === 1 ? "1 capture" : `${captures} captures`;
  if (lastCapture === null) return count;
  const { track, at } = lastCapture;
  return `${count}, last ${formatTimeOfDay(at)} on ${tracks.get(track) ?? track}`;
}

const fact = (text, isWorrying = false) => ({ text, isWorrying });

/** "2.3 s", "12 min", "3 h 20 min", "2 days": how far a time of day is off, for a person. */
function spanWords(span) {
  const seconds = span / 1e6;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}
