/**
 * `<connection-state>`: whether what the page shows is true now. "Live" with the time of day, or
 * since when it is not.
 */

import { element, setText } from "../../js/dom.js";
import { formatTimeOfDay } from "../../js/format.js";

class ConnectionState extends HTMLElement {
  #word = element("span", "state-word");
  #time = element("span", "state-time");

  connectedCallback() {
    if (this.#word.isConnected) return;
    const dot = element("span", "state-dot");
    dot.setAttribute("aria-hidden", "true");
    this.replaceChildren(dot, this.#word, this.#time);
  }

  /**
   * @param {string} state of the connection
   * @param {number|null} now server time, microseconds
   * @param {number|null} heardAt the instant of the last message, likewise
   */
  show(state, now, heardAt) {
    if (this.dataset.state !== state) this.dataset.state = state;
    const time = now === null ? "" : formatTimeOfDay(now);
    const since = heardAt === null ? "" : formatTimeOfDay(heardAt);
    const [word, detail] = {
      live: ["Live", time],
      connecting: ["Connecting…", ""],
      reconnecting: ["Reconnecting…", ""],
      stale: ["Stale since", since],
      closed: ["Stopped by the server", ""],
      missing: ["No such track", ""],
    }[state];
    setText(this.#word, word);
    setText(this.#time, detail);
  }
}

customElements.define("connection-state", ConnectionState);
