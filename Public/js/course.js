/**
 * The course of a run as places in a row: each is a passing of a checkpoint in a lap. Position 0 is
 * the first checkpoint of lap 1. Where lap 1 begins at the line, the first passing of the finish line
 * ends lap 0 and has position −1.
 */

/** @typedef {{position: number, checkpoint: string, name: string, lap: number, isLast: boolean}} Place */

/** The position that a run stands at when it has started and passed nothing. */
export const startPosition = (track) => (track.start === "line" ? -2 : -1);

/** The position that finishes a run; `null` where laps are open. */
const lastPosition = (track) =>
  (track.laps === 0 ? null : (track.laps ?? 1) * track.checkpoints.length - 1);

/** The place at a position; `null` behind the last one. @returns {Place|null} */
export function placeAt(track, position) {
  const last = lastPosition(track);
  if (last !== null && position > last) return null;
  const count = track.checkpoints.length;
  const { id, name } = track.checkpoints[((position % count) + count) % count];
  const lap = Math.floor(position / count) + 1;
  return { position, checkpoint: id, name, lap, isLast: position === last };
}

/** The next place of a checkpoint behind a position, or of any where it is `null`. @returns {Place|null} */
export function placeAfter(track, position, checkpoint) {
  if (checkpoint === null) return placeAt(track, position + 1);
  const count = track.checkpoints.length;
  const index = track.checkpoints.findIndex((each) => each.id === checkpoint);
  const steps = (((index - position - 1) % count) + count) % count;
  return index < 0 ? null : placeAt(track, position + 1 + steps);
}

/** Where a checkpoint of a lap stands; `null` for one that the track does not have. */
export function positionOf(track, checkpoint, lap) {
  const index = track.checkpoints.findIndex((each) => each.id === checkpoint);
  return index < 0 || lap == null ? null : (lap - 1) * track.checkpoints.length + index;
}

/** "lap 2 of 3", "lap 2" where laps are open, "" where there is one lap only. */
export function lapWords(track, lap) {
  if (track.laps === 1 || lap == null) return "";
  if (lap === 0) return "to the start line";
  return track.laps > 1 ? `lap ${lap} of ${track.laps}` : `lap ${lap}`;
}

/** "3 checkpoints", and the laps where there is more than one. */
export function courseWords({ checkpoints = [], laps = 1 }) {
  const lines = checkpoints.length === 1 ? "1 checkpoint" : `${checkpoints.length} checkpoints`;
  return laps === 1 ? lines : laps === 0 ? `${lines}, open laps` : `${lines}, ${laps} laps`;
}
