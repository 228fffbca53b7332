/** What a row says when it is opened: each time of the lap and each lap in words, and every comparison. */

import { countedSplits, currentLap } from "../../js/cells.js";
import { element } from "../../js/dom.js";
import { formatDelta, formatTime, formatTimeOfDay } from "../../js/format.js";
import { verdictLook } from "../../js/verdict.js";

/** Rewrites the panel; called when the row opens and when its run changes while it is open. */
export function fillDetails(panel, model, columns, rounding) {
  const { run } = model;
  const splits = countedSplits(run);
  const lap = currentLap(run, splits);
  const shown = splits.some((split) => split.lap === lap) ? lap : lap - 1;
  const items = splits.filter((split) => split.lap === shown).map((split) => {
    const name = columns.cells.find((cell) => cell.id === split.checkpoint)?.name;
    return timeItem(name ?? split.checkpoint, split, "segment", split.segment, rounding);
  });
  const laps = splits.filter((split) => split.lapTime !== null).reverse().map((split) =>
    timeItem(`Lap ${split.lap}`, split, "lap", split.lapTime, rounding));
  const parts = [];
  // With a single checkpoint the lap is its only segment.
  if (items.length > 0 && !(columns.isLapRace && columns.cells.length === 1)) {
    parts.push(listOf(columns.isLapRace ? `Lap ${shown}` : "Splits", "split-times", items));
  }
  if (laps.length > 0) parts.push(listOf("Laps", "lap-times", laps));
  panel.replaceChildren(...parts, facts(model, rounding));
}

function listOf(title, className, items) {
  return element("section", className, element("h2", "", title), element("ol", "", ...items));
}

/** A segment or a lap that ended with a split: its name, time, total, verdict and what is special. */
function timeItem(name, split, measure, time, rounding) {
  const look = verdictLook(split[`${measure}Verdict`]);
  const verdict = element("span", `verdict ${look.className}`, `${look.glyph} ${look.word}`.trim());
  const marks = [
    (split.close ?? []).includes(measure) ? "≈ within the uncertainty" : "",
    (split.record ?? []).length > 0 ? "track record" : "",
    split.corrected ? "corrected" : "",
  ].filter(Boolean);
  const label = element("span", "split-name", name);
  label.dir = "auto";
  return element("li", "", label,
    element("span", "split-segment", formatTime(time, rounding)),
    element("span", "split-total", formatTime(split.split, rounding)),
    element("span", "split-verdict", verdict, ` ${marks.join(", ")}`));
}

function facts(model, rounding) {
  const { run } = model;
  const { long } = model.statusWords;
  const list = [
    ["Status", run.status === "running" ? "on track" : long || run.status],
    ["Started", formatTimeOfDay(run.startedAt)],
    ["Gap", model.gap],
    ["vs personal best", formatDelta(run.delta?.personalBest, rounding)],
    ["vs overall best", formatDelta(run.delta?.overallBest, rounding)],
    ["vs leader", formatDelta(run.delta?.leader, rounding)],
  ];
  if (model.laps) list.push(["Laps", model.laps], ["Best lap", formatTime(run.bestLap, rounding)]);
  if (model.corrected) list.push(["Note", "corrected by race control"]);
  return element("section", "", element("h2", "", model.name), element("dl", "",
    ...list.map(([term, value]) =>
      element("div", "", element("dt", "", term), element("dd", "", value)))));
}
