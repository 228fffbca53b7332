/**
 * Times as text. Every value is integer microseconds; nothing here knows a clock or a page.
 *
 *     formatTime(0)                →  "0.000"
 *     formatTime(62_345_678)       →  "1:02.345"
 *     formatTime(3_723_004_000)    →  "1:02:03.004"
 *     formatTime(93_784_500_000)   →  "1d 02:03:04.500"
 *     formatTime(null)             →  "—"
 *     formatDelta(-310_000)        →  "−0.310"     (U+2212, as wide as the plus)
 *     formatDelta(-400)            →  "0.000"      (a rounded zero has no sign)
 */

export const NONE = "—";
export const MINUS = "\u2212";

/** @typedef {{digits: number, direction: "down"|"up"|"nearest"}} Rounding how a track rounds */

/** @type {Rounding} */
export const THOUSANDTHS_DOWN = Object.freeze({ digits: 3, direction: "down" });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Rounds a span by a track's rule: `down` and `up` go towards smaller and greater times also below
 * zero, `nearest` takes a half to the greater one.
 */
export function round(span, { digits, direction } = THOUSANDTHS_DOWN) {
  const unit = 10 ** (6 - digits);
  const below = Math.floor(span / unit) * unit;
  if (below === span || direction === "down") return below;
  return direction === "up" || (span - below) * 2 >= unit ? below + unit : below;
}

/** A span such as a split, segment, lap or official time. */
export function formatTime(span, rounding = THOUSANDTHS_DOWN) {
  if (span == null) return NONE;
  return written(round(span, rounding), rounding.digits);
}

/** A signed comparison of rounded times, so already a whole number of units: ahead is negative. */
export function formatDelta(span, { digits } = THOUSANDTHS_DOWN) {
  if (span == null) return NONE;
  const text = written(span, digits);
  return span > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Laps down, or the time behind: "+1 lap", "+2 laps", "+0.450"; "—" for whoever is not behind. */
export function formatGap(gap, laps, rounding = THOUSANDTHS_DOWN) {
  if (laps > 0) return `+${laps} ${laps === 1 ? "lap" : "laps"}`;
  return gap == null ? NONE : formatDelta(gap, rounding);
}

/**
 * A running clock in two parts, so that a view can write the fraction alone on most frames.
 * Rounds down: a clock never shows a moment that has not come yet.
 */
export function clockParts(span, digits) {
  const magnitude = Math.abs(span);
  const seconds = Math.floor(magnitude / 1e6);
  const fraction = digits > 0 ? `.${fractionDigits(magnitude - seconds * 1e6, digits)}` : "";
  const isZero = seconds === 0 && !/[1-9]/.test(fraction);
  return { whole: (span < 0 && !isZero ? MINUS : "") + wholeSeconds(seconds), fraction };
}

function written(span, digits) {
  const { whole, fraction } = clockParts(span, digits);
  return whole + fraction;
}

/** The fraction of a second as digits: `fractionDigits(45_678, 3)` is "045". */
export function fractionDigits(microseconds, digits) {
  const value = Math.floor(microseconds / 10 ** (6 - digits));
  return String(value).padStart(digits, "0");
}

/** Whole seconds as "59", "1:02", "1:02:03" or "1d 02:03:04". */
export function wholeSeconds(seconds) {
  const s = seconds % 60;
  if (seconds < MINUTE) return String(s);
  const m = Math.floor(seconds / MINUTE) % 60;
  if (seconds < HOUR) return `${m}:${pad(s)}`;
  const h = Math.floor(seconds / HOUR) % 24;
  if (seconds < DAY) return `${h}:${pad(m)}:${pad(s)}`;
  return `${Math.floor(seconds / DAY)}d ${pad(h)}:${pad(m)}:${pad(s)}`;
}

/** An instant (microseconds since the Unix epoch) as local time of day: "14:05:10", "14:05:10.250". */
export function formatTimeOfDay(instant, digits = 0) {
  if (instant == null) return NONE;
  const date = new Date(Math.floor(instant / 1000));
  const whole = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(":");
  const fraction = ((instant % 1e6) + 1e6) % 1e6;
  return digits > 0 ? `${whole}.${fractionDigits(fraction, digits)}` : whole;
}

/** "±4 ms", "±1.2 s": rounded up, so never "±0 ms". */
export function formatUncertainty(span) {
  return span < 1e6 ? `±${Math.max(1, Math.ceil(span / 1000))} ms` : `±${(Math.ceil(span / 1e5) / 10).toFixed(1)} s`;
}

/** How long ago, in the coarsest unit that says something: "just now", "5 min ago", "3 days ago". */
export function formatAgo(span) {
  const minutes = Math.floor(Math.max(span, 0) / 60e6);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

const pad = (value) => (value < 10 ? `0${value}` : String(value));
