/**
 * `<split-table>`: the counted splits of a run, one a row: where, the time since the start, the
 * segment, and how far ahead of or behind the bests it was there.
 */

import { countedSplits } from "../../js/cells.js";
import { element, spoken } from "../../js/dom.js";
import { formatDelta, formatTime, NONE } from "../../js/format.js";
import { comparisonOf, deltaAt } from "../../js/run-deltas.js";
import { placeWords } from "../../js/run-story.js";
import { timeChip } from "../time-chip/time-chip.js";

class SplitTable extends HTMLElement {
  show(run) {
    const hasLaps = run.track.laps !== 1;
    const hasLapTimes = hasLaps && (run.track.checkpoints?.length ?? 0) > 1;
    const bests = {
      personalBest: comparisonOf(run, "personalBest"), overallBest: comparisonOf(run, "overallBest"),
    };
    const best = hasLaps ? "best lap" : "best";
    const columns = [
      hasLaps && ["lap", "Lap"], ["line", "Check\u00ADpoint"], ["total", "Split"], ["segment", "Segment"],
      hasLapTimes && ["lap-time", "Lap time"],
      ["delta personal", hasLaps ? "vs own best lap" : "vs personal best"],
      ["delta overall", `vs overall ${best}`],
    ].filter(Boolean);
    const heads = columns.map(([kind, words]) => {
      const cell = element("th", kind, words);
      cell.scope = "col";
      return cell;
    });
    const rows = countedSplits(run).map((split) => splitRow(run, split, bests, { hasLaps, hasLapTimes }));
    const table = element(
      "table", "splits", element("caption", "spoken", "Splits of this run"),
      element("thead", "", element("tr", "", ...heads)), element("tbody", "", ...rows));
    this.replaceChildren(table);
  }
}

function splitRow(run, split, bests, { hasLaps, hasLapTimes }) {
  const { rounding } = run.track;
  const corrected = { corrected: split.corrected };
  // Without segments in between the lap is the segment, and its verdict the lap's.
  const isWholeLap = hasLaps && !hasLapTimes;
  const segment = isWholeLap ? split.lapTime ?? split.segment : split.segment;
  const verdict = isWholeLap ? split.lapVerdict : split.segmentVerdict;
  const line = element("th", "line", element("bdi", "", placeWords(run.track, split.checkpoint, null)));
  line.scope = "row";
  const lapTime = () => timeChip(formatTime(split.lapTime, rounding), split.lapVerdict);
  // A narrow screen has no column for it.
  const lapNote = hasLapTimes && split.lapTime != null
    ? element("span", "lap-note", "lap ", lapTime()) : "";
  const cells = [
    hasLaps && element("td", "lap", split.lap === 0 ? "Start" : String(split.lap ?? "")), line,
    element("td", "total", timeChip(formatTime(split.split, rounding), split.splitVerdict, corrected)),
    element("td", "segment", timeChip(formatTime(segment, rounding), verdict), lapNote),
    hasLapTimes && element("td", "lap-time", split.lapTime == null ? "" : lapTime()),
    deltaCell("personal", run, split, bests.personalBest),
    deltaCell("overall", run, split, bests.overallBest),
  ].filter(Boolean);
  return element("tr", "", ...cells);
}

function deltaCell(kind, run, split, comparison) {
  const delta = deltaAt(run, split, comparison);
  const cell = element("td", `delta ${kind}`, formatDelta(delta, run.track.rounding));
  if (delta === null) cell.replaceChildren(NONE, spoken("nothing to compare with"));
  else if (delta < 0) cell.classList.add("ahead");
  return cell;
}

customElements.define("split-table", SplitTable);
