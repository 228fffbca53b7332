/**
 * A run's captures on a line of time, from its start to its last: what counts as a dot, what was set
 * aside as a ring, voided ones crossed out. A picture of the list below it, for eyes only.
 */

import { element } from "../../js/dom.js";
import { formatTime } from "../../js/format.js";
import { checkpointName } from "../../js/desk-words.js";

const GLYPHS = { counted: "●", duplicate: "○", voided: "×" };
/** Names closer than this share of the line would run into each other: the later one goes below. */
const CROWDED = 0.27;

export function timeLine(run, track) {
  const instants = [run.startedAt, ...run.splits.map((split) => split.at)].filter((at) => at != null);
  if (run.splits.length === 0 || instants.length < 2) return [];
  const from = Math.min(...instants);
  const span = Math.max(...instants) - from || 1;
  const marks = [{ at: run.startedAt ?? from, name: "Start", glyph: "|", state: "start" },
    ...run.splits.map((split) => ({
      at: split.at, name: split.checkpoint ? checkpointName(track, split.checkpoint) : "?",
      glyph: GLYPHS[split.state] ?? "◌", state: split.state,
    }))];
  let before = -1;
  let isLow = false;
  const line = element("div", "line-track", ...marks.map((mark) => {
    const share = (mark.at - from) / span;
    isLow = share - before < CROWDED ? !isLow : false;
    before = share;
    const label = element("bdi", "line-name", mark.name);
    const point = element("span", `line-mark${isLow ? " low" : ""}`,
      element("span", "line-glyph", mark.glyph), label);
    point.dataset.state = mark.state;
    point.title = `${mark.name}, ${formatTime(mark.at - (run.startedAt ?? from))}`;
    point.style.setProperty("--share", String(share));
    if (share > 0.75) point.classList.add("late");
    return point;
  }));
  line.setAttribute("aria-hidden", "true");
  return [line];
}
