/** `<timer-token>`: how to get a token, and a field for one. Fires `token` (detail: the token). */

import { element, setText } from "../../js/dom.js";

class TimerToken extends HTMLElement {
  /** Why the page asks, where it had a token before. */
  reason = "";
  #input = element("input", "field");
  #error = element("p", "field-error");
  #form = null;

  connectedCallback() {
    this.#input.id = "token";
    this.#input.autocomplete = "off";
    this.#input.autocapitalize = "none";
    this.#input.spellcheck = false;
    this.#input.maxLength = 2000;
    this.#error.id = "token-error";
    this.#input.setAttribute("aria-describedby", "token-error");
    const label = element("label", "field-label", "Link or token");
    label.htmlFor = "token";
    const submit = element("button", "action primary", "Use this token");
    this.#form = element("form", "stack", label, this.#input, this.#error, submit);
    this.#form.noValidate = true;
    this.#form.addEventListener("submit", this.#onSubmit);
    this.replaceChildren(
      element("h2", "", "Time your own run"),
      element("p", "", "Start, tap at every checkpoint, and see at once whether you are faster than before. To send times to this server the phone needs a timer’s token:"),
      element("ul", "plain-list",
        element("li", "", "Scan the code that the server shows when it starts, or open the timer’s link from there."),
        element("li", "", "Or ask race control for the timer’s link, and paste it here.")),
      this.#form);
    setText(this.#error, this.reason);
  }

  disconnectedCallback() {
    this.#form.removeEventListener("submit", this.#onSubmit);
  }

  focus() {
    this.#input.focus();
  }

  #onSubmit = (event) => {
    event.preventDefault();
    const text = this.#input.value.trim();
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? text;
    if (/^[\w-]{1,512}$/.test(token)) {
      return void this.dispatchEvent(new CustomEvent("token", { detail: token }));
    }
    setText(this.#error, text === ""
      ? "There is no token yet: paste the link, or the part behind “token=”."
      : "That is no token: it has letters, digits, - and _ only. Paste the whole link again.");
    this.#input.setAttribute("aria-invalid", "true");
    this.#input.focus();
  };
}

customElements.define("timer-token", TimerToken);
