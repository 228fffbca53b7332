/** A labelled input with its hint. */

import { element } from "../../js/dom.js";

/** @param {import("../../js/run-forms.js").FormField} field @returns {{row: HTMLElement, input: HTMLElement}} */
export function formField({ name, label, kind = "text", value = "", options = [], hint, list }, id) {
  const input = kind === "select" ? select(options) : element("input");
  if (kind !== "select") {
    input.type = "text";
    input.autocomplete = "off";
    if (kind === "number") input.inputMode = "numeric";
    if (list) input.setAttribute("list", list);
  }
  input.id = id;
  input.name = name;
  input.value = value;
  input.dir = "auto";
  const caption = element("label", "", label);
  caption.htmlFor = id;
  const row = element("div", "field", caption, input);
  if (hint) {
    const words = element("p", "hint", hint);
    words.id = `${id}-hint`;
    input.setAttribute("aria-describedby", words.id);
    row.append(words);
  }
  return { row, input };
}

function select(options) {
  const result = element("select");
  for (const [value, text] of options) {
    const option = element("option", "", text);
    option.value = value;
    result.append(option);
  }
  return result;
}
