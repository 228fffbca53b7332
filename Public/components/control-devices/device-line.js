/** One device in race control's list: a row that is written only where it differs. */

import { deviceName } from "../../js/identity.js";
import { element, setText, spoken, withRole } from "../../js/dom.js";
import { actionButtons } from "../control-page/action-buttons.js";

const CELLS = ["device", "contact", "own-time", "uncertainty", "not-sent", "battery", "captures"];
const FACTS = {
  contact: "contact", ownTime: "own-time", uncertainty: "uncertainty", unsent: "not-sent", battery: "battery",
};

export class DeviceLine {
  element;
  /** What can be done about it. @type {import("../../js/control-actions.js").Action[]} */
  actions = [];
  #cells = Object.fromEntries(CELLS.map((name) => [name, withRole("cell", "div", name)]));
  #buttons = withRole("cell", "div", "device-actions");
  #program = element("span", "hint");
  #shown = {};

  constructor(id, isOwn) {
    const name = element("bdi", "device-name", deviceName(id));
    name.title = id;
    this.#cells.device.append(name, ...(isOwn ? [element("span", "mark", "this one")] : []), this.#program);
    this.element = withRole("row", "div", "device-line", ...Object.values(this.#cells), this.#buttons);
    this.element.dataset.device = id;
    this.element.tabIndex = -1;
  }

  /** @param {import("../../js/device-rows.js").DeviceRow} row */
  show(row, actions) {
    setText(this.#program, row.program);
    for (const [name, cell] of Object.entries(FACTS)) this.#showFact(cell, row[name]);
    this.#showFact("captures", { text: row.captures, isWorrying: false });
    this.element.classList.toggle("gone", !row.isConnected);
    this.#showActions(actions);
  }

  #showFact(name, { text, isWorrying }) {
    const key = `${isWorrying} ${text}`;
    if (this.#shown[name] === key) return;
    this.#shown[name] = key;
    const cell = this.#cells[name];
    cell.classList.toggle("worrying", isWorrying);
    const glyph = element("span", "worry-glyph", "!");
    glyph.setAttribute("aria-hidden", "true");
    cell.replaceChildren(...(isWorrying ? [glyph, spoken("Look: ")] : []), element("bdi", "", text));
  }

  /** Buttons that stay are the same ones, so that the hand stays on them. */
  #showActions(actions) {
    const key = actions.map((each) => `${each.key} ${each.item ?? ""}`).join();
    this.actions = actions;
    if (this.#shown.actions === key) return;
    this.#shown.actions = key;
    const hadFocus = this.#buttons.contains(document.activeElement);
    this.#buttons.replaceChildren(actionButtons(actions));
    if (hadFocus) this.element.focus();
  }
}
