/**
 * Which columns a track's board has. A run of one lap has a column a checkpoint; a lap race has the
 * segments of the lap being driven, with the last and the best lap; with a single checkpoint the
 * lap is its only segment.
 */

/**
 * @typedef {object} Columns
 * @property {boolean} isLapRace more than one lap, or open laps
 * @property {boolean} isRace places are by position on the track, not by time
 * @property {{id: string, name: string, index: number}[]} cells one a checkpoint, in driving order
 * @property {boolean} hasLast
 */

/** @returns {Columns} */
export function columnsOf(track, session = null) {
  const checkpoints = track.checkpoints ?? [];
  const isLapRace = track.laps !== 1;
  const isOneSegment = isLapRace && checkpoints.length === 1;
  return {
    isLapRace,
    isRace: session ? session.rank === "race" : isLapRace,
    cells: checkpoints.map(({ id, name }, index) => ({
      id,
      name: isOneSegment ? "Lap" : name,
      index,
    })),
    hasLast: isLapRace,
  };
}

/** A text that changes when, and only when, the table's columns have to be laid out anew. */
export function columnsKey(columns) {
  const { isLapRace, isRace, cells } = columns;
  return JSON.stringify([isLapRace, isRace, cells.map(({ id, name }) => [id, name])]);
}

export const deltaLabels = Object.freeze({
  personalBest: "vs PB",
  overallBest: "vs best",
  leader: "vs leader",
});
