/**
 * How long a run has been going between two instants, less the time that its clock stood still: a
 * neutralised race may hold the clocks of those who are out. All values are server microseconds.
 */

/**
 * @param {number} from
 * @param {number} to before `from` while the start is still to come
 * @param {{from: number, to: number|null}[]} held spans of a stopped clock; `null`: it still stands
 */
export function timeBetween(from, to, held) {
  let elapsed = to - from;
  for (const span of held) {
    const stood = Math.min(span.to ?? to, to) - Math.max(span.from, from);
    if (stood > 0) elapsed -= stood;
  }
  return elapsed;
}
