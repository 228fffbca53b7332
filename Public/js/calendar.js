/**
 * Days and times of day as people read them, in the reader's own zone. Instants are microseconds
 * since 1970; a day is written as in an address and a date field: "2026-11-30".
 */

const pad = (value) => String(value).padStart(2, "0");

const asDate = (instant) => new Date(instant / 1000);

/** The day that an instant lies in. */
export function dayOf(instant) {
  const date = asDate(instant);
  return `${String(date.getFullYear()).padStart(4, "0")}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/**
 * The instants at which a day begins and the next one does, which is not always 24 hours later;
 * `null` for a text that is no day.
 */
export function spanOfDay(day) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "")?.map(Number) ?? [];
  if (!year) return null;
  const begin = new Date(year, month - 1, date);
  if (begin.getMonth() !== month - 1 || begin.getDate() !== date) return null;
  return { from: begin.getTime() * 1000, to: new Date(year, month - 1, date + 1).getTime() * 1000 };
}

/** "Today", "Yesterday", else "Mon, 30 Nov 2026" in the reader's language. */
export function dayWords(day, today = dayOf(Date.now() * 1000)) {
  if (day === today) return "Today";
  const before = spanOfDay(today).from - 1;
  if (day === dayOf(before)) return "Yesterday";
  return longDay(spanOfDay(day).from);
}

export function longDay(instant) {
  return asDate(instant).toLocaleDateString(undefined, {
    weekday: "short", day: "numeric", month: "short", year: "numeric",
  });
}

/** "14:05": where seconds would say too much. */
export function hourAndMinute(instant) {
  const date = asDate(instant);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** "30 Nov 2026, 14:05". */
export function dayAndTime(instant) {
  const day = asDate(instant).toLocaleDateString(undefined, {
    day: "numeric", month: "short", year: "numeric",
  });
  return `${day}, ${hourAndMinute(instant)}`;
}
