/**
 * `<time-lost>`: one chart, where a run lost time and where it gained some against a best. A bar to
 * the right of the line is time lost, to the left time gained; each is labelled with its part and its
 * figure, so that nothing has to be read off an axis. The table beside it says the same to listeners.
 */

import { element } from "../../js/dom.js";
import { formatDelta } from "../../js/format.js";
import { extremesOf } from "../../js/run-deltas.js";
import { placeWords } from "../../js/run-story.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const ROW = 32;
const BAR = 16;

class TimeLost extends HTMLElement {
  /** @param {object} run  @param {{from, to, value}[]} losses  @param {string} against in words */
  show(run, losses, against) {
    const { worst, finest } = extremesOf(losses);
    const names = element("div", "lost-names");
    const figures = element("div", "lost-figures");
    for (const loss of losses) {
      const isWorst = loss === worst ? " worst" : "";
      names.append(element("bdi", `lost-name${isWorst}`, partWords(run, loss)));
      figures.append(element("span", `lost-figure${isWorst}`, formatDelta(loss.value, run.track.rounding)));
    }
    const chart = element("div", "lost-chart", names, bars(losses, worst), figures);
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-label", `Time lost and gained against ${against}. ${summary(run, worst, finest)}`);
    const axis = element(
      "div", "lost-axis", element("span", "", "◂ gained"), element("span", "", "lost ▸"));
    axis.setAttribute("aria-hidden", "true");
    this.replaceChildren(
      element("p", "lost-summary", summary(run, worst, finest)),
      element("p", "lost-against", element("bdi", "", `Against ${against}`)), axis, chart);
  }
}

/** One drawing for all bars; it is stretched to the width there is, and the bars with it. */
function bars(losses, worst) {
  const widest = Math.max(...losses.map(({ value }) => Math.abs(value)), 1);
  const height = losses.length * ROW;
  const svg = shape("svg", {
    class: "lost-bars", viewBox: `-100 0 200 ${height}`, height, preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  svg.append(shape("line", { class: "lost-line", x1: 0, x2: 0, y1: 0, y2: height }));
  losses.forEach((loss, index) => {
    const width = (Math.abs(loss.value) / widest) * 98;
    const kind = loss.value > 0 ? "lost" : "gained";
    svg.append(shape("rect", {
      class: `lost-bar ${kind}${loss === worst ? " worst" : ""}`,
      x: loss.value > 0 ? 0 : -width, y: index * ROW + (ROW - BAR) / 2, width, height: BAR,
    }));
  });
  return svg;
}

function shape(tag, attributes) {
  const result = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, value);
  return result;
}

/** "Lap 3", "T-junction", and where passings between are missing "Start → Finish". */
function partWords(run, { from, to }) {
  if (run.track.laps !== 1) return `Lap ${to.lap}`;
  const name = placeWords(run.track, to.checkpoint, null);
  const lines = run.track.checkpoints ?? [];
  const before = lines[lines.findIndex(({ id }) => id === to.checkpoint) - 1]?.id;
  if (before === (from?.checkpoint ?? undefined)) return name;
  return `${from ? placeWords(run.track, from.checkpoint, null) : "Start"} → ${name}`;
}

function summary(run, worst, finest) {
  const figure = (loss) => formatDelta(loss.value, run.track.rounding);
  const parts = [];
  if (worst) parts.push(`Most lost: ${partWords(run, worst)}, ${figure(worst)}.`);
  if (finest) parts.push(`Most gained: ${partWords(run, finest)}, ${figure(finest)}.`);
  return parts.join(" ") || "As fast everywhere.";
}

customElements.define("time-lost", TimeLost);
