/** What is too close to call, for race control: places first, then verdicts, the latest first. */

import { checkpointName, placeName, runName } from "./desk-words.js";
import { closePlaces } from "./close-places.js";
import { closest, closeVerdicts, valueOf, verdictOf } from "./close-verdicts.js";
import { formatTime, THOUSANDTHS_DOWN } from "./format.js";
import { runsOf } from "./sessions.js";
import { verdictLook } from "./verdict.js";

/**
 * @typedef {object} CloseCall
 * @property {string} key the same for the same thing, so that it can be put aside
 * @property {object} run that it is about
 * @property {string} what in a word or two
 * @property {number} at when it came to be
 * @property {unknown[]} of what it is made from: the same values mean the same words
 * @property {() => string[]} detail in parts, each a sentence's piece or a name
 */

/** @param {Set<string>} dismissed keys of what was put aside @returns {CloseCall[]} */
export function closeCalls(board, session, dismissed = new Set()) {
  const places = closePlaces(board, session).map((close) => placeCall(close, board));
  const verdicts = runsOf(board, session).flatMap(closeVerdicts).map((close) => verdictCall(close, board))
    .toSorted((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
  return [...places, ...verdicts].filter(({ key }) => !dismissed.has(key));
}

function placeCall({ ahead, behind, place, by, uncertainty, point, at }, { track }) {
  const where = point ? ` at ${placeName(track, point)}` : ", best lap";
  return {
    key: `close:place:${ahead.id}:${behind.id}:${point?.checkpoint ?? ""}:${point?.lap ?? ""}`,
    run: ahead, what: `Place ${place}`, at, of: [ahead, behind, track],
    detail: () => [by === 0 ? "level with " : `${seconds(Math.abs(by))} ahead of `, runName(behind),
      `${where}; ±${seconds(uncertainty)}`],
  };
}

function verdictCall(close, board) {
  const { run, split, measure } = close;
  const { track } = board;
  const verdict = verdictOf(close);
  const look = verdictLook(verdict);
  return {
    key: `close:${split.id}:${measure}:${verdict}`, run, at: split.at, of: [run, track],
    what: `${look.glyph} ${look.word}`.trim() || "No verdict",
    detail() {
      const rival = closest(board, close);
      const time = formatTime(valueOf(close), track.rounding ?? THOUSANDTHS_DOWN);
      const begin = `${measureWords(track, split, measure)} ${time}: `;
      if (rival === null) return [`${begin}not to be told from an earlier one; ±${seconds(split.uncertainty)}`];
      const { by, uncertainty } = rival;
      const words = by === 0 ? "level with that of " : `${seconds(Math.abs(by))} ${by < 0 ? "below" : "above"} that of `;
      return [begin + words, runName(rival.run), `; ±${seconds(uncertainty)}`];
    },
  };
}

function measureWords(track, split, measure) {
  if (measure === "run") return "total time";
  if (measure === "lap") return `lap ${split.lap}`;
  return measure === "segment" ? `segment to ${checkpointName(track, split.checkpoint)}`
    : `time at ${placeName(track, split)}`;
}

const seconds = (span) => `${(span / 1e6).toFixed(3)} s`;
