/**
 * Instants as people type and read them. A typed time of day means the nearest such instant to the
 * one that is expected, in this device's zone; "+0.5" and "-2" are seconds from it. What was
 * understood is shown, with its date, before anything is saved.
 */

import { formatTimeOfDay, MINUS } from "./format.js";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const TIME_OF_DAY = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?$/;
const SHIFT = /^([+\-\u2212])\s*(\d{1,8})(?:[.,](\d{1,6}))?\s*s?$/;

/**
 * @param {string} text "14:05:10.25", "14:05", "+0.5", "−2"
 * @param {number} near the expected instant, microseconds
 * @returns {number|null} microseconds; `null` for what is neither
 */
export function parseInstant(text, near) {
  const shift = parseShift(text);
  if (shift !== null) return near + shift;
  const time = TIME_OF_DAY.exec(text.trim());
  if (!time) return null;
  const [hours, minutes, seconds] = [time[1], time[2], time[3] ?? "0"].map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const day = new Date(near / 1000);
  const nearby = [-1, 0, 1].map((days) => new Date(
    day.getFullYear(), day.getMonth(), day.getDate() + days, hours, minutes, seconds,
  ).getTime() * 1000 + fraction(time[4]));
  return nearby.reduce((a, b) => (Math.abs(b - near) < Math.abs(a - near) ? b : a));
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

/** "Mon 30 Nov 14:05:10.250": which instant that is, beyond doubt. */
export function fullInstant(instant) {
  const date = new Date(Math.floor(instant / 1000));
  const day = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return `${day} ${formatTimeOfDay(instant, 3)}`;
}

/** How far an instant was moved: "+0.750 s", "−2.000 s". */
export function shiftWords(span) {
  const magnitude = (Math.abs(span) / 1e6).toFixed(3);
  return `${span < 0 ? MINUS : "+"}${magnitude} s`;
}

const fraction = (digits) => (digits ? Number(digits.padEnd(6, "0")) : 0);
