/**
 * `<timer-status>`: what a runner has to be able to trust. The line to the server, what is not sent
 * yet, how well the clock is known, and whether the screen stays on.
 */

import { element, setText } from "../../js/dom.js";
import { formatUncertainty } from "../../js/format.js";

class TimerStatus extends HTMLElement {
  #cells = new Map(["Signal", "Unsent", "Clock", "Screen"].map((name) => [name, statusCell(name)]));
  #note = element("p", "status-note",
    "This browser may forget what is unsent when it is closed. Keep this page open until all is sent.");

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Status");
    this.#note.hidden = true;
    this.replaceChildren(...[...this.#cells.values()].map((cell) => cell.element), this.#note);
  }

  /**
   * @param {boolean} isConnected
   * @param {number} unsent commands that the server has not answered
   * @param {number|null} uncertainty of the clock, microseconds; `null` while it is not synced
   * @param {boolean} isAwake the screen is kept on
   * @param {boolean} isTiming it should be
   * @param {boolean} isLasting what is unsent outlives the browser
   */
  show({ isConnected, unsent, uncertainty, isAwake, isTiming, isLasting }) {
    this.#show("Signal", isConnected ? "Connected" : "Reconnecting…", isConnected);
    this.#show("Unsent", unsent === 0 ? "All sent" : `${unsent} unsent`, unsent === 0);
    this.#show("Clock", uncertainty === null ? "Unsynced" : `Good ${formatUncertainty(uncertainty)}`,
      uncertainty !== null);
    this.#show("Screen", isAwake ? "Stays on" : "May sleep", isAwake || !isTiming);
    this.#note.hidden = isLasting;
  }

  #show(name, text, isGood) {
    const { value, element: cell } = this.#cells.get(name);
    setText(value, text);
    cell.classList.toggle("is-good", isGood);
  }
}

function statusCell(name) {
  const value = element("span", "status-value");
  return { value, element: element("span", "status-cell", element("span", "status-name", name), " ", value) };
}

customElements.define("timer-status", TimerStatus);
