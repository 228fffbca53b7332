/** Lines of a start list: their order, and how they are typed. */

/** By number, as people count, then by name; those without a number at the end. */
export function inOrderOfNumber(entries) {
  return entries.toSorted((a, b) =>
    (a.number || "\uffff").localeCompare(b.number || "\uffff", undefined, { numeric: true })
    || a.name.localeCompare(b.name));
}

/**
 * What was typed to enter a runner: "7 Ada Lovelace" is number 7, "Ada Lovelace" has none. A number
 * may have letters behind it, as in "12B".
 */
export function parseEntry(text) {
  const typed = text.trim().replace(/\s+/g, " ");
  const parts = /^#?(\d{1,6}[A-Za-z]?)[\s.,:]+(\S.*)$/.exec(typed);
  return parts ? { number: parts[1], name: parts[2] } : { number: "", name: typed };
}
