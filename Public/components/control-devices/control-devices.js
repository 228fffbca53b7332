/**
 * `<control-devices>`: the devices that time, one line each: whether the server hears of it, its clocks,
 * what it has not sent, its battery, its captures. What is worrying is marked and stands on top.
 *
 * Arrow keys move through the lines. Fires `act` from its buttons and keys.
 */

import { element, setText, withRole } from "../../js/dom.js";
import { QuietHand } from "../board-table/quiet-hand.js";
import { reorder } from "../board-table/reorder.js";
import { actionButtons, moveFocus, pressKey } from "../control-page/action-buttons.js";
import { DeviceLine } from "./device-line.js";

const HEADS = [
  ["device", "Device"], ["contact", "Line"], ["own-time", "Own time of day"], ["uncertainty", "Uncertain by"],
  ["not-sent", "Unsent"], ["battery", "Battery"], ["captures", "Captures"], ["device-actions", "Actions"],
];
const WORDS = "The phones and timing boxes that have opened this server with a token since it started, and the pages of "
  + "race control. What is marked ! needs a look.";
const NONE_WORDS = "Each device that times will stand here, with its clock and with what it has not sent yet. A phone joins "
  + "when its browser opens the timer’s link: the server prints it when it starts, with a code to scan.";

class ControlDevices extends HTMLElement {
  /** @type {Map<string, DeviceLine>} */
  #lines = new Map();
  #title = element("h2", "", "Devices");
  #trouble = element("p", "refusal");
  #none = element("section", "notice-panel", element("h3", "", "No device has joined yet"), element("p", "", NONE_WORDS));
  #table = withRole("table", "div", "devices-table");
  #body = withRole("rowgroup", "div", "devices-body");
  #hand = new QuietHand(this);
  #order = [];

  connectedCallback() {
    if (!this.#title.isConnected) {
      this.#title.tabIndex = -1;
      this.#trouble.setAttribute("role", "alert");
      const heads = HEADS.map(([name, text]) => withRole("columnheader", "div", name, text));
      this.#table.setAttribute("aria-label", "Devices");
      this.#table.append(withRole("rowgroup", "div", "",
        withRole("row", "div", "device-line head", ...heads)), this.#body);
      this.#table.hidden = this.#none.hidden = true;
    }
    this.addEventListener("keydown", this.#onKey);
    this.#hand.start();
  }

  disconnectedCallback() {
    this.removeEventListener("keydown", this.#onKey);
    this.#hand.stop();
  }

  /** @param {import("../../js/control-actions.js").Action} another what is done about one that is not listed */
  set another(action) {
    this.replaceChildren(element("div", "view-head", this.#title, actionButtons([action])),
      element("p", "hint", WORDS), this.#trouble, this.#none, this.#table);
  }

  /**
   * @param {import("../../js/device-rows.js").DeviceRow[]|null} rows `null` before the server has answered
   * @param {(row: object) => import("../../js/control-actions.js").Action[]} actionsOf
   * @param {string} trouble why these are not what is now; empty where they are
   */
  show(rows, actionsOf, trouble) {
    setText(this.#trouble, trouble);
    if (rows === null) return;
    this.#none.hidden = rows.length > 0;
    this.#table.hidden = rows.length === 0;
    for (const row of rows) {
      if (!this.#lines.has(row.id)) this.#lines.set(row.id, new DeviceLine(row.id, row.isOwn));
      this.#lines.get(row.id).show(row, actionsOf(row));
    }
    this.#order = rows.map(({ id }) => id);
    for (const id of this.#lines.keys()) if (!this.#order.includes(id)) this.#lines.delete(id);
    this.#settleOrder();
  }

  /** Lines stay where they are while the hand is among them; one that comes new waits as long. */
  #settleOrder() {
    if (this.#hand.isBusy && this.#body.firstChild) return this.#hand.whenQuiet(() => this.#settleOrder());
    reorder(this.#body, this.#elements(), { animated: false });
    const elements = this.#elements();
    if (!elements.some((each) => each.tabIndex === 0) && elements[0]) elements[0].tabIndex = 0;
  }

  #elements() {
    return this.#order.map((id) => this.#lines.get(id).element);
  }

  #onKey = (event) => {
    if (event.target === this.#title && event.key === "ArrowDown" && this.#body.firstChild) {
      event.preventDefault();
      for (const each of this.#elements()) each.tabIndex = each === this.#body.firstChild ? 0 : -1;
      return this.#body.firstChild.focus();
    }
    const line = event.target.closest(".devices-body > .device-line");
    if (!line || pressKey(event, this.#lines.get(line.dataset.device)?.actions ?? [], line)) return;
    if (event.target === line) moveFocus(event, [...this.#body.children]);
  };
}

customElements.define("control-devices", ControlDevices);
