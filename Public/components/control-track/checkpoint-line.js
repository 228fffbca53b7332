/** One checkpoint of a course that is being drafted: its name, its least time, its place in the lap. */

import { element } from "../../js/dom.js";

/**
 * @param {{name: string, minimum: string}} checkpoint of the draft; typing writes into it
 * @param {(action: "up"|"down"|"remove") => void} change
 */
export function checkpointLine(checkpoint, index, count, change) {
  const called = checkpoint.name || `checkpoint ${index + 1}`;
  const name = input(checkpoint, "name", `name-${index}`, `Name of checkpoint ${index + 1}`);
  const minimum = input(checkpoint, "minimum", `minimum-${index}`,
    `Least time to ${called}, in seconds`);
  minimum.inputMode = "decimal";
  const unit = element("span", "unit", "s at least");
  unit.setAttribute("aria-hidden", "true");
  const buttons = [
    ["up", "↑", `Move ${called} up`, index === 0],
    ["down", "↓", `Move ${called} down`, index === count - 1],
    ["remove", "×", `Take ${called} off the course`, count === 1],
  ].map(([action, glyph, words, isDisabled]) => {
    const button = element("button", "control icon-control", glyph);
    button.type = "button";
    button.name = `${action}-${index}`;
    button.disabled = isDisabled;
    button.title = words;
    button.setAttribute("aria-label", words);
    button.addEventListener("click", () => change(action));
    return button;
  });
  return element("li", "checkpoint-line", name, minimum, unit, ...buttons);
}

function input(checkpoint, property, name, label) {
  const result = element("input", property);
  result.type = "text";
  result.name = name;
  result.value = checkpoint[property];
  result.autocomplete = "off";
  result.dir = "auto";
  result.setAttribute("aria-label", label);
  result.addEventListener("input", () => {
    checkpoint[property] = result.value;
  });
  return result;
}
