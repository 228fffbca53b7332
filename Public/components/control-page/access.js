/**
 * Who may be here: a page with a control token. Without one, or with one that the server refuses, it
 * says so and asks for another.
 */

import { setText } from "../../js/dom.js";
import { forgetToken } from "../../js/identity.js";
import { store } from "../../js/storage.js";

const ROLES_IN_CONTROL = new Set(["control", "owner"]);

const WORDS = {
  none: ["This is race control", "Here the tracks, start lists, starts and corrections of this server "
    + "are kept. Open the control link that the server printed when it started, or type its token."],
  unknown: ["The server does not know this token", "It may be of another server, or mistyped. Open the "
    + "control link that this server printed when it started, or type its token."],
  role: ["This token is for timing, not for control", "It may take splits on the timer page. Race "
    + "control needs the control token: the server prints a link with it when it starts."],
};

export class Access {
  #page;
  #part;
  #line;
  #granted;

  /**
   * @param line that says hello with the token
   * @param {() => void} granted is called each time the server has let us in
   */
  constructor(page, part, line, granted) {
    this.#page = page;
    this.#part = part;
    this.#line = line;
    this.#granted = granted;
    line.addEventListener("welcome", this.#welcome);
    line.addEventListener("message", this.#message);
    part("token-form").addEventListener("submit", this.#submit);
  }

  stop() {
    this.#line.removeEventListener("welcome", this.#welcome);
    this.#line.removeEventListener("message", this.#message);
    this.#part("token-form").removeEventListener("submit", this.#submit);
  }

  /** @param {"none"|"unknown"|"role"} why */
  ask(why) {
    this.#line.stop();
    const [title, words] = WORDS[why];
    setText(this.#part("access-title"), title);
    setText(this.#part("access-words"), words);
    setText(this.#part("announcer"), `${title}. ${words}`);
    this.#show("asking");
    this.#part("token-form").elements.token.focus();
  }

  #show(access) {
    this.#page.dataset.access = access;
    this.#part("access").hidden = access === "granted";
    this.#part("desk").hidden = access !== "granted";
  }

  #welcome = ({ detail }) => {
    if (!ROLES_IN_CONTROL.has(detail.role)) return this.ask("role");
    this.#show("granted");
    this.#granted();
  };

  #message = ({ detail }) => {
    if (detail.type !== "error" || detail.code !== "unauthorized" || detail.field !== "token") return;
    forgetToken("control");
    this.ask("unknown");
  };

  /** Begins anew with the token, as its link would. */
  #submit = (event) => {
    event.preventDefault();
    const token = this.#part("token-form").elements.token.value.trim()
      .replace(/^.*token=/, "");
    if (!token) return;
    if (store("token.control", token)) return location.reload();
    location.hash = `token=${token}`;
    location.reload();
  };
}
