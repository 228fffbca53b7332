/**
 * `<timer-runner>`: who runs. A name that the server knows is asked about, since bests belong to a
 * person and not to a spelling. Fires `runner` (detail: `{id, name, number, isNew}`) and `back`.
 */

import { element, setText } from "../../js/dom.js";
import { uniqueId } from "../../js/ids.js";
import { bestOn, runnersNamed } from "../../js/known-runners.js";
import { field } from "../timer-course/fields.js";

class TimerRunner extends HTMLElement {
  /** The track of the run. */
  track = null;
  /** Who ran last on this device: `{id, name, number}`. */
  last = null;
  #name = field("runner-name", "Your name", { maxLength: 200, autocomplete: "name" });
  #number = field("runner-number", "Start number, if you have one", { maxLength: 32 });
  #error = element("p", "field-error");
  #submit = element("button", "action primary", "Go on to the start");
  #unasked = element("button", "action", "Go on as a new runner");
  #question = element("div", "question stack");
  #form = null;

  connectedCallback() {
    this.#name.input.value = this.last?.name ?? "";
    this.#number.input.value = this.last?.number ?? "";
    this.#error.setAttribute("role", "alert");
    this.#question.hidden = true;
    const back = element("button", "action", "Choose another track");
    back.type = "button";
    back.addEventListener("click", () => this.dispatchEvent(new Event("back")));
    this.#unasked.type = "button";
    this.#unasked.hidden = true;
    this.#unasked.addEventListener("click", () => this.#choose(uniqueId(), this.#name.input.value.trim(), true));
    this.#form = element("form", "stack", this.#name.element, this.#number.element, this.#error,
      this.#submit, this.#unasked, back);
    this.#form.noValidate = true;
    this.#form.addEventListener("submit", this.#onSubmit);
    this.replaceChildren(element("h2", "", "Who runs?"), this.#form, this.#question);
    this.#name.input.focus();
  }

  disconnectedCallback() {
    this.#form.removeEventListener("submit", this.#onSubmit);
  }

  focus() {
    (this.#form.hidden ? this.#question.firstElementChild : this.#name.input).focus();
  }

  #onSubmit = async (event) => {
    event.preventDefault();
    if (this.#submit.ariaDisabled) return;
    const name = this.#name.input.value.trim();
    if (!name) {
      setText(this.#error, "Type your name first, so that your times are yours.");
      return this.#name.input.focus();
    }
    setText(this.#error, "");
    this.#unasked.hidden = true;
    if (name === this.last?.name) return this.#choose(this.last.id, name, false);
    // Pressed, it keeps the focus: there may be something to be told.
    this.#submit.ariaDisabled = "true";
    try {
      const known = await runnersNamed(name);
      if (known.length === 0) return this.#choose(uniqueId(), name, true);
      const bests = await Promise.all(known.map(({ id }) => bestOn(this.track, id)));
      this.#ask(name, known.map((runner, index) => ({ ...runner, best: bests[index] ?? "—" })));
    } catch {
      setText(this.#error, "The server does not answer, so it is not known whether you have run before. Try again when the signal is back; if you have not, go on.");
      this.#unasked.hidden = false;
    } finally {
      this.#submit.ariaDisabled = null;
    }
  };

  #ask(name, known) {
    const isOne = known.length === 1;
    const heading = element("h2", "", isOne ? "Is this you?" : "Are you one of these?");
    heading.tabIndex = -1;
    const yes = known.map(({ id, name: theirs, best }) => {
      const button = element("button", "choice", element("bdi", "choice-name", theirs),
        element("span", "choice-note", `Best on this track: ${best}`),
        element("span", "choice-answer", "Yes, that is me"));
      button.addEventListener("click", () => this.#choose(id, theirs, false));
      return button;
    });
    const no = element("button", "action", "No, I am new here");
    no.addEventListener("click", () => this.#choose(uniqueId(), name, true));
    const other = element("button", "action", "Type another name");
    other.addEventListener("click", () => this.#showForm());
    for (const button of [...yes, no, other]) button.type = "button";
    this.#question.replaceChildren(heading, ...yes, no, other);
    this.#form.hidden = true;
    this.firstElementChild.hidden = true;
    this.#question.hidden = false;
    heading.focus();
  }

  #showForm() {
    this.#question.hidden = true;
    this.#form.hidden = false;
    this.firstElementChild.hidden = false;
    this.#name.input.focus();
  }

  #choose(id, name, isNew) {
    const number = this.#number.input.value.trim();
    if (!name) return this.#name.input.focus();
    this.dispatchEvent(new CustomEvent("runner", { detail: { id, name, number, isNew } }));
  }
}

customElements.define("timer-runner", TimerRunner);
