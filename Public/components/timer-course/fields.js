/** Labelled fields of a form. */

import { element } from "../../js/dom.js";

/** A text field under its label. @returns {{element: HTMLElement, input: HTMLInputElement}} */
export function field(id, words, properties = {}) {
  const label = element("label", "field-label", words);
  const input = Object.assign(element("input", "field"), { autocomplete: "off", ...properties });
  input.id = label.htmlFor = id;
  input.dir = "auto";
  return { element: element("div", "field-box", label, input), input };
}

export function numberField(id, words, properties) {
  return field(id, words, { type: "number", inputMode: "decimal", step: "any", ...properties });
}
