/** The order of start numbers, as people count: 2 before 10, 12 before 12B, those without one last. */

// One for all: making one costs more than many comparisons.
const COLLATOR = new Intl.Collator(undefined, { numeric: true });

/** @param {string|null|undefined} a @param {string|null|undefined} b */
export const compareNumbers = (a, b) => COLLATOR.compare(a || "\uffff", b || "\uffff");
