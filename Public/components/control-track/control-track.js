/**
 * `<control-track>`: the course: its name, its checkpoints in order, laps, start and rounding. It edits
 * the chosen track, or makes a new one. Its `host` is the control page.
 */

import { element, setText } from "../../js/dom.js";
import { FormFault } from "../../js/form-fault.js";
import { because } from "../../js/split-deeds.js";
import { createTrack, draftOf, editTrack, ROUNDINGS, USUAL_MINIMUM } from "../../js/track-draft.js";
import { secondsText } from "../../js/instants.js";
import { formField } from "../control-dialog/form-field.js";
import { checkpointLine } from "./checkpoint-line.js";

const STARTS = [["gun", "At the gun"], ["line", "At the first passing of the finish line"]];
const RANKS = [["time", "Best time"], ["race", "Race: who is furthest"], ["lap", "Best lap"]];

class ControlTrack extends HTMLElement {
  host = null;
  #track = null;
  #isNew = true;
  #draft = draftOf(null);
  #isDirty = false;
  #inputs = {};
  #title = element("h2");
  #welcome = element("p", "hint", "Race control begins with a course: name it and its checkpoints. Then "
    + "enter runners, start them, and correct what went wrong. This server has no track yet.");
  #toggle = element("button", "control");
  #fields = element("div", "track-fields");
  #lines = element("ol", "checkpoint-lines");
  #add = element("button", "control", "Add a checkpoint");
  #save = element("button", "control primary");
  #fault = element("p", "refusal");
  #note = element("p", "hint", "The server does not tell least times that were set elsewhere: saving "
    + "changed checkpoints sets those that stand here. A changed course holds from now on; runs "
    + "before keep theirs.");

  connectedCallback() {
    if (this.#lines.isConnected) return;
    for (const button of [this.#toggle, this.#add]) button.type = "button";
    this.#save.type = "submit";
    this.#title.tabIndex = -1;
    this.#fault.setAttribute("role", "alert");
    this.#add.name = "add";
    this.#add.addEventListener("click", this.#addLine);
    this.#toggle.addEventListener("click", () => this.#load(this.#isNew ? this.#track : null));
    const form = element("form", "form track-form", this.#fields,
      element("h3", "", "Checkpoints, the finish line last"), this.#lines, this.#add, this.#note,
      this.#fault, element("div", "form-buttons", this.#save));
    form.noValidate = true;
    form.addEventListener("submit", this.#onSubmit);
    form.addEventListener("input", () => {
      this.#isDirty = true;
    });
    this.replaceChildren(element("div", "view-head", this.#title, this.#toggle), this.#welcome, form);
    this.#load(null);
  }

  /** The track that is chosen; what is being typed is left alone. */
  setTrack(track) {
    if (track === this.#track) return;
    const isAnother = track?.id !== this.#track?.id;
    this.#track = track;
    if (isAnother || (!this.#isNew && !this.#isDirty)) this.#load(track);
    this.#toggle.hidden = this.#track === null;
    this.#welcome.hidden = this.#track !== null;
  }

  #load(track) {
    this.#isNew = track === null;
    this.#isDirty = false;
    this.#draft = draftOf(track);
    setText(this.#title, track ? `Course of ${track.name}` : "New track");
    setText(this.#toggle, this.#isNew ? `Back to ${this.#track?.name ?? ""}` : "New track…");
    this.#toggle.hidden = this.#track === null;
    setText(this.#save, track ? `Save the course of ${track.name}` : "Create this track");
    this.#note.hidden = this.#isNew;
    setText(this.#fault, "");
    this.#showFields();
    this.#showLines();
  }

  #showFields() {
    const { name, laps, start, rank, rounding } = this.#draft;
    const roundings = ROUNDINGS.some(([key]) => key === rounding) ? ROUNDINGS
      : [[rounding, `As it is: ${rounding.replace("-", " digits, ")}`], ...ROUNDINGS];
    const fields = [
      { name: "name", label: "Name", value: name, hint: "What spectators read: Hill climb" },
      { name: "laps", label: "Laps of a run", kind: "number", value: laps, hint: "0 for open laps" },
      { name: "start", label: "Lap 1 begins", kind: "select", value: start, options: STARTS },
      { name: "rank", label: "Open session ranked by", kind: "select", value: rank, options: RANKS },
      { name: "rounding", label: "Rounding", kind: "select", value: rounding, options: roundings },
    ].map((field) => {
      const { row, input } = formField(field, `track-${field.name}`);
      input.addEventListener("input", () => {
        this.#draft[field.name] = input.value;
      });
      this.#inputs[field.name] = input;
      return row;
    });
    this.#fields.replaceChildren(...fields);
  }

  #showLines(focus = null) {
    const { checkpoints } = this.#draft;
    this.#lines.replaceChildren(...checkpoints.map((each, index) => checkpointLine(
      each, index, checkpoints.length, (action) => this.#change(index, action))));
    if (focus) this.querySelector(`[name="${focus}"]:not(:disabled)`)?.focus();
  }

  #change(index, action) {
    this.#isDirty = true;
    const { checkpoints } = this.#draft;
    const [line] = checkpoints.splice(index, 1);
    if (action === "remove") return this.#showLines(`name-${Math.max(index - 1, 0)}`);
    const to = action === "up" ? index - 1 : index + 1;
    checkpoints.splice(to, 0, line);
    const isAtEnd = to === 0 || to === checkpoints.length - 1;
    this.#showLines(`${isAtEnd ? (action === "up" ? "down" : "up") : action}-${to}`);
  }

  /** A new checkpoint goes before the finish line, which stays the last. */
  #addLine = () => {
    this.#isDirty = true;
    const { checkpoints } = this.#draft;
    const index = Math.max(checkpoints.length - 1, 0);
    checkpoints.splice(index, 0, { id: null, name: "", minimum: secondsText(USUAL_MINIMUM) });
    this.#showLines(`name-${index}`);
  };

  #onSubmit = async (event) => {
    event.preventDefault();
    this.#showFault(null, "");
    try {
      const deed = this.#isNew ? createTrack(this.#draft)
        : editTrack(this.#track, this.#draft, because(this.host.takeReason()));
      this.#isDirty = false;
      await this.host.performOrThrow(deed);
      if (deed.track) this.host.chooseTrack(deed.track);
    } catch (fault) {
      if (!(fault instanceof FormFault) && fault.name !== "Refusal") throw fault;
      this.#isDirty = true;
      this.#showFault(fault.field, fault.message);
    }
  };

  #showFault(field, message) {
    setText(this.#fault, message);
    for (const input of this.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    const input = field && this.querySelector(`[name="${CSS.escape(field)}"]`);
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
  }
}

customElements.define("control-track", ControlTrack);
