/**
 * `<timer-ready>`: who is about to run where, and the button that starts the clock. Fires `start`
 * (detail: the instant), `change-track` and `change-runner`.
 */

import "../tap-button/tap-button.js";
import { courseWords } from "../../js/course.js";
import { element, setText } from "../../js/dom.js";
import { deviceId, deviceName } from "../../js/identity.js";

class TimerReady extends HTMLElement {
  /** Set before it is shown. */
  track = null;
  runner = null;
  clock = null;
  #button = element("tap-button");
  #best = element("span", "summary-note");

  connectedCallback() {
    this.#button.clock = this.clock;
    this.#button.show({ verb: "Start", note: "Tap, or press Space, as you set off", kind: "go" });
    this.#button.addEventListener("tap", ({ detail }) => {
      this.dispatchEvent(new CustomEvent("start", { detail }));
    });
    const { name, number } = this.runner;
    this.replaceChildren(
      element("div", "summaries",
        this.#summary("Track", this.track.name, element("span", "summary-note", courseWords(this.track)),
          "Change track", "change-track"),
        this.#summary("Runner", number ? `${name} · ${number}` : name, this.#best,
          "Change runner", "change-runner")),
      this.#button,
      element("p", "device-note", "Race control sees this device as ",
        element("bdi", "", deviceName(deviceId()))));
  }

  focus() {
    this.#button.focus();
  }

  /** @param {string|null} best as text; `null`: there is none yet */
  showBest(best) {
    setText(this.#best, best === null ? "No time here yet" : `Your best: ${best}`);
  }

  #summary(title, name, note, words, event) {
    const change = element("button", "action small", words);
    change.type = "button";
    change.addEventListener("click", () => this.dispatchEvent(new Event(event)));
    return element("div", "summary", element("span", "summary-title", title),
      element("bdi", "summary-name", name), note, change);
  }
}

customElements.define("timer-ready", TimerReady);
