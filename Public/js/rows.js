/**
 * A board as rows of text: what a table writes, with nothing about how it is painted.
 *
 * In a race each run is a row, in order of place. By time or by lap each runner is a row, in order
 * of the standings, and shows the run that is on now, else the latest.
 */

import { checkpointCells, countedSplits, currentLap, isRunClose } from "./cells.js";
import { closePlaces, runsOfPlaces } from "./close-places.js";
import { formatDelta, formatGap, formatTime, NONE, THOUSANDTHS_DOWN } from "./format.js";
import { latestRuns, runsOf } from "./sessions.js";
import { statusWords } from "./verdict.js";

/**
 * @typedef {object} Choices what a reader chose
 * @property {"segments"|"totals"} view
 * @property {"personalBest"|"overallBest"|"leader"} delta
 * @property {"gap"|"interval"} gap
 * @property {Set<string>} stars
 */

/**
 * @typedef {object} Row
 * @property {string} key the identity of the row over time
 * @property {object} run
 * @property {Clocks|null} clocks what runs in it, `null` where all stands
 */

/**
 * Instants and spans that a running row's clocks start from, in server microseconds.
 * @typedef {object} Clocks
 * @property {number} startedAt
 * @property {{from: number, to: number|null}[]} held spans in which the clock stood still
 * @property {number} segmentFrom the last passing, or the start
 * @property {number} compareFrom where the comparison starts: the start, or this lap's for one with a best lap
 * @property {number|null} compare its time at the next checkpoint: past it, a live delta shows
 * @property {number} cell the index of the running checkpoint cell, -1 for none
 */

/** @returns {Row[]} starred rows first, both parts in order. */
export function boardRows(board, session, columns, choices) {
  const runs = runsOf(board, session);
  const { isRace } = columns;
  const shown = isRace ? runs.toSorted(byRace) : [...latestRuns(runs).values()].toSorted(byStandings(board));
  const context = {
    board, columns, choices, isRace, leader: leaderOf(board, shown, isRace),
    isByLap: session?.rank === "lap",
    rounding: board.track.rounding ?? THOUSANDTHS_DOWN,
    closeRuns: runsOfPlaces(closePlaces(board, session)),
  };
  let ahead = null;
  const rows = shown.map((run) => {
    const row = boardRow(run, ahead, context);
    ahead = run;
    return row;
  });
  const pinned = rows.filter((row) => row.starred);
  return pinned.length ? [...pinned, ...rows.filter((row) => !row.starred)] : rows;
}

function boardRow(run, ahead, context) {
  const { board, columns, choices, isRace, rounding, closeRuns } = context;
  const splits = countedSplits(run);
  const standing = isRace ? null : board.standings.get(run.runner.id);
  const place = standing?.place ?? run.place;
  const isRunning = run.status === "running";
  const cells = checkpointCells(run, splits, columns, choices.view, rounding);
  const lastLap = splits.findLast((split) => split.lapTime != null);
  return {
    key: isRace ? run.id : run.runner.id,
    run,
    runner: run.runner.id,
    starred: choices.stars.has(run.runner.id),
    place,
    placeText: place == null ? "" : String(place),
    placeClose: place != null && closeRuns.has(standing?.run ?? run.id),
    provisional: !isRace && !standing && place != null,
    number: run.number ?? "",
    name: run.runner.name || run.runner.id,
    status: run.status,
    statusWords: statusWords(run.status),
    cells,
    near: nearCells(cells, isRunning, columns),
    time: { text: timeText(run, splits, rounding), verdict: isRunning ? null : run.verdict,
      close: !isRunning && isRunClose(splits) },
    gap: gapText(run, standing, ahead, context),
    laps: columns.isLapRace ? String(run.laps ?? 0) : "",
    last: {
      text: columns.hasLast ? formatTime(run.lastLap, rounding) : "",
      verdict: lastLap && lastLap.lapTime === run.lastLap ? lastLap.lapVerdict : null,
      close: (lastLap?.close ?? []).includes("lap"),
    },
    best: bestTime(run, splits, standing, context),
    delta: formatDelta(run.delta?.[choices.delta], rounding),
    isAhead: run.delta?.[choices.delta] < 0,
    corrected: run.corrected === true || splits.some((split) => split.corrected),
    clocks: isRunning ? clocksOf(run, splits, cells, context) : null,
  };
}

function timeText(run, splits, rounding) {
  if (run.status === "running") return "";
  if (run.time != null) return formatTime(run.time, rounding);
  if (["dns", "dsq"].includes(run.status)) return NONE;
  return formatTime(splits.at(-1)?.split, rounding);
}

function gapText(run, standing, ahead, { board, choices, isRace, rounding }) {
  if (isRace || !standing) {
    return choices.gap === "gap"
      ? formatGap(run.gap, run.gapLaps ?? 0, rounding)
      : formatGap(run.interval, run.intervalLaps ?? 0, rounding);
  }
  if (choices.gap === "gap") return formatGap(standing.gap, 0, rounding);
  const before = ahead && board.standings.get(ahead.runner.id);
  return before && standing.time != null && before.time != null
    ? formatGap(standing.time - before.time || null, 0, rounding) : NONE;
}

function bestTime(run, splits, standing, { board, columns, isByLap, rounding }) {
  if (columns.isLapRace) {
    const best = isByLap ? standing?.time ?? run.bestLap : run.bestLap;
    const split = splits.findLast((each) => each.lapTime != null && each.lapTime === best);
    const stands = split?.standing?.includes("lap") === true;
    return {
      text: formatTime(best, rounding),
      verdict: stands && split.lapVerdict === "overallBest" ? "overallBest" : null,
      close: stands && split.lapVerdict === "overallBest" && (split.close ?? []).includes("lap"),
    };
  }
  const best = standing?.time ?? board.bests.runners.get(run.runner.id)?.time;
  const isOverall = best != null && best === board.bests.overall?.time;
  return { text: formatTime(best, rounding), verdict: isOverall ? "overallBest" : null };
}

/** The run that leads; `null` while nobody does. */
function leaderOf(board, shown, isRace) {
  if (isRace) return shown[0]?.place === 1 ? shown[0] : null;
  const first = [...board.standings.values()].find((each) => each.order === 1 && each.place === 1);
  return board.runs.get(first?.run) ?? null;
}

/** What a run is compared with at its next checkpoint: a time there, and since when. */
function comparisonOf(run, lapStart, { columns, choices, leader }) {
  if (choices.delta !== "leader") {
    return {
      compareFrom: columns.isLapRace ? lapStart?.at ?? run.startedAt : run.startedAt,
      compare: run.next?.compare?.[choices.delta] ?? null,
    };
  }
  const { checkpoint, lap } = run.next ?? {};
  const there = leader === null || leader === run ? undefined
    : countedSplits(leader).find((each) => each.checkpoint === checkpoint && each.lap === lap);
  return { compareFrom: run.startedAt, compare: there?.split ?? null };
}

function clocksOf(run, splits, cells, context) {
  const { columns, choices } = context;
  const lap = currentLap(run, splits);
  const finish = columns.cells.at(-1)?.id;
  const lapStart = splits.findLast((each) => each.checkpoint === finish && each.lap === lap - 1);
  const lastAt = splits.at(-1)?.at ?? run.startedAt;
  return {
    startedAt: run.startedAt,
    held: run.held ?? [],
    segmentFrom: choices.view === "totals" ? run.startedAt : lastAt,
    ...comparisonOf(run, lapStart, context),
    cell: cells.findIndex((cell) => cell.kind === "running"),
  };
}

/** The cells a narrow screen has room for: those up to the running one, else the last ones. */
function nearCells(cells, isRunning, columns) {
  const room = columns.hasLast ? 2 : 3;
  const running = cells.findIndex((cell) => cell.kind === "running");
  const wanted = isRunning && running >= 0 ? running : cells.length - 1;
  const to = Math.min(cells.length - 1, Math.max(wanted, room - 1));
  return { from: Math.max(to - room + 1, 0), to };
}

/** The order of results for those without a place. */
const STATUS_ORDER = [
  "running", "finished", "ready", "entered", "nc", "dnf", "hc", "dns", "dsq",
];

function byRace(a, b) {
  const [first, second] = [a.place ?? Infinity, b.place ?? Infinity];
  return first === second ? unplaced(a, b) : first - second;
}

function byStandings(board) {
  const place = (run) => board.standings.get(run.runner.id)?.place ?? Infinity;
  return (a, b) => {
    const [first, second] = [place(a), place(b)];
    return first === second ? unplaced(a, b) : first - second;
  };
}

function unplaced(a, b) {
  return STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status)
    || (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.id < b.id ? -1 : 1);
}
