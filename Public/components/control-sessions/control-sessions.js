/**
 * `<control-sessions>`: the sessions of a track: what each is, its flag, and what can be done about it.
 * Its `host` is the control page.
 */

import { element } from "../../js/dom.js";
import { closeForm, finishFlagForm, flagDeed, sessionForm } from "../../js/session-forms.js";
import { runsOf } from "../../js/sessions.js";
import { wholeSeconds } from "../../js/format.js";
import { flagWord } from "../../js/verdict.js";

const OPEN_SESSION = "open";
const FLAGS = ["green", "yellow", "red"];
const RANKS = { race: "race", time: "by time", lap: "by best lap" };
const STATES = { waiting: "waiting for the start", running: "running", closed: "closed" };

class ControlSessions extends HTMLElement {
  host = null;
  #title = element("h2", "", "Sessions");
  #new = element("button", "control primary", "New session…");
  #list = element("ul", "session-cards");
  #key = "";

  connectedCallback() {
    if (this.#list.isConnected) return;
    this.#new.type = "button";
    this.#title.tabIndex = -1;
    this.#new.addEventListener("click", () => this.host.ask(sessionForm(null, (id) => {
      this.dispatchEvent(new CustomEvent("session-created", { bubbles: true, detail: id }));
    })));
    const words = element("p", "hint", "A session is a group of runs that are ranked together: practice, a "
      + "heat, a race. The open one takes the runs that people time themselves.");
    this.replaceChildren(element("div", "view-head", this.#title, this.#new), words,
      this.#list);
  }

  show(board, session) {
    const sessions = [...board.sessions.values()];
    const running = (each) => runsOf(board, each).filter((run) => run.status === "running").length;
    const key = JSON.stringify([sessions.map((each) => [each, running(each)]), session?.id]);
    if (key === this.#key) return;
    this.#key = key;
    const focused = this.#list.contains(document.activeElement)
      ? document.activeElement.getAttribute("aria-label") : null;
    this.#list.replaceChildren(...sessions.map((each) => this.#card(each, running(each), session)));
    if (focused) {
      const same = [...this.#list.querySelectorAll("button")]
        .find((each) => each.getAttribute("aria-label") === focused);
      (same ?? this.#title).focus();
    }
  }

  #card(session, running, shown) {
    const facts = [
      RANKS[session.rank] ?? session.rank, limitWords(session.limit),
      STATES[session.state] ?? session.state, ...(running > 0 ? [`${running} out`] : []),
      ...(session.flag ? [flagWord(session.flag).toLowerCase()] : []),
    ];
    const isClosed = session.state === "closed";
    const isMade = session.id !== OPEN_SESSION;
    const flags = element("div", "actions", ...(isClosed ? [] : [
      ...FLAGS.map((flag) => this.#button(flagWord(flag), `Show the ${flag} flag in ${session.name}`,
        (button) => this.host.perform(
          flagDeed(session, flag, this.host.now, this.host.takeReason()), button),
        session.flag === flag, flag)),
      ...(isMade ? [this.#button("Finish flag…", `Show the finish flag in ${session.name}`,
        () => this.host.ask(finishFlagForm(session, this.host.now)),
        session.flag === "finish", "finish")] : []),
    ]));
    const buttons = element("div", "actions", ...(isClosed ? [] : [
      this.#button("Edit…", `Edit ${session.name}`, () => this.host.ask(sessionForm(session))),
      ...(isMade ? [this.#button("Close…", `Close ${session.name}`,
        () => this.host.ask(closeForm(session, running, this.host.now)))] : []),
    ]));
    flags.dataset.actions = "";
    const card = element("li", "session-card",
      element("h3", "", element("bdi", "", session.name)),
      element("p", "facts", ...facts.map((fact) => element("span", "fact", fact))), flags, buttons);
    card.classList.toggle("shown", session.id === shown?.id);
    card.dataset.session = session.id;
    return card;
  }

  #button(label, words, act, isPressed = null, flag = null) {
    const button = element("button", "control", label);
    button.type = "button";
    button.setAttribute("aria-label", `${label.replace("…", "")}: ${words}`);
    if (flag) button.dataset.flag = flag;
    if (isPressed !== null) button.setAttribute("aria-pressed", String(isPressed));
    button.addEventListener("click", () => {
      if (this.host.now !== null) act(button);
    });
    return button;
  }
}

function limitWords(limit) {
  if (!limit) return "ends by hand";
  if (limit.laps != null) return limit.laps === 1 ? "1 lap" : `${limit.laps} laps`;
  const plus = limit.plusLaps > 0 ? ` + ${limit.plusLaps} ${limit.plusLaps === 1 ? "lap" : "laps"}` : "";
  return `${wholeSeconds(Math.round(limit.time / 1e6))}${plus}`;
}

customElements.define("control-sessions", ControlSessions);
