/**
 * Instants as people type and read them. A typed time of day means the nearest such instant to the
 * one that is expected, in this device's zone; "+0.5" and "-2" are seconds from it. What was
 * understood is shown, with its date, before anything is saved.
 *
 * In the night in which clocks are set back some times of day come twice, and where they are set forward
 * some do not come at all.
 */

import { formatTimeOfDay, MINUS } from "./format.js";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const TIME_OF_DAY = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?$/;
/** The nearest such time of day is half a day away at most, and an hour more where clocks are set. */
const FURTHEST = 13 * 3_600_000_000;
const DAY = 86_400_000;
const SHIFT = /^([+\-\u2212])\s*(\d{1,8})(?:[.,](\d{1,6}))?\s*s?$/;

/**
 * @param {string} text "14:05:10.25", "14:05", "+0.5", "−2"
 * @param {number} near the expected instant, microseconds
 * @returns {number|null} microseconds; `null` for what is neither, and for a time that there was not
 */
export function parseInstant(text, near) {
  const shift = parseShift(text);
  if (shift !== null) return near + shift;
  const time = timeOfDay(text.trim());
  if (!time) return null;
  const day = new Date(near / 1000);
  const nearby = [-1, 0, 1].flatMap((days) => instantsOf(
    [day.getFullYear(), day.getMonth(), day.getDate() + days, time.hours, time.minutes, time.seconds],
  )).map((instant) => instant * 1000 + time.fraction).filter((instant) => Math.abs(instant - near) <= FURTHEST);
  return nearby.length === 0 ? null
    : nearby.reduce((a, b) => (Math.abs(b - near) < Math.abs(a - near) ? b : a));
}

/** Whether a text is a time of day, even if there was no such time on the day that is meant. */
export function isTimeOfDay(text) {
  return timeOfDay(text.trim()) !== null;
}

function timeOfDay(typed) {
  const time = TIME_OF_DAY.exec(typed);
  if (!time) return null;
  const [hours, minutes, seconds] = [time[1], time[2], time[3] ?? "0"].map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return { hours, minutes, seconds, fraction: fraction(time[4]) };
}

/** When clocks here show a date and time, in milliseconds: once, or never, or twice. */
function instantsOf(parts) {
  const asUTC = Date.UTC(...parts);
  // What the zone was or will be a day off: before or after clocks were set, if they were.
  const offsets = new Set([-DAY, DAY].map((span) => new Date(asUTC + span).getTimezoneOffset()));
  return [...offsets].map((minutes) => asUTC + minutes * 60_000)
    .filter((instant) => new Date(instant).getTimezoneOffset() * 60_000 === instant - asUTC);
}

/** Seconds that are typed with their sign, "+0.5" or "−2", as microseconds; `null` for what are none. */
export function parseShift(text) {
  const shift = SHIFT.exec(text.trim());
  if (!shift) return null;
  const span = Number(shift[2]) * 1e6 + fraction(shift[3]);
  return shift[1] === "+" ? span : -span;
}

/** A typed span of seconds, "5" or "2.5", as microseconds; `null` for what is none. */
export function parseSeconds(text) {
  const parts = /^(\d{1,7})(?:[.,](\d{1,6}))?$/.exec(text.trim());
  return parts ? Number(parts[1]) * 1e6 + fraction(parts[2]) : null;
}

/** Microseconds as seconds to be typed over: 2_500_000 is "2.5". */
export function secondsText(span) {
  return String(span / 1e6);
}

/** "14:05:10.25075", with every digit that says something: typed again, it is this very instant. */
export function exactTimeOfDay(instant) {
  return formatTimeOfDay(instant, 6).replace(/0{1,3}$/, "");
}

/** "Mon 30 Nov 14:05:10.250": which instant that is, beyond doubt; with "(UTC+1)" where it comes twice. */
export function fullInstant(instant) {
  const date = new Date(Math.floor(instant / 1000));
  const day = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
  const isTwice = instantsOf([date.getFullYear(), date.getMonth(), date.getDate(),
    date.getHours(), date.getMinutes(), date.getSeconds()]).length > 1;
  return `${day} ${formatTimeOfDay(instant, 3)}${isTwice ? ` (${zoneWords(date)})` : ""}`;
}

/** "UTC+1", "UTC+10:30", "UTC\u22124". */
function zoneWords(date) {
  const ahead = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `UTC${ahead < 0 ? MINUS : "+"}${hours}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`;
}

/** How far an instant was moved: "+0.750 s", "−2.000 s". */
export function shiftWords(span) {
  const magnitude = (Math.abs(span) / 1e6).toFixed(3);
  return `${span < 0 ? MINUS : "+"}${magnitude} s`;
}

const fraction = (digits) => (digits ? Number(digits.padEnd(6, "0")) : 0);
