/**
 * `<timer-course>`: make a track. Its name, its checkpoints in order (the last one is the finish), its
 * laps. Fires `created` (detail: the track) once the server has it, and `back`.
 */

import { element, setText } from "../../js/dom.js";
import { slug } from "../../js/slug.js";
import { CheckpointList } from "./checkpoint-list.js";
import { field, numberField } from "./fields.js";

class TimerCourse extends HTMLElement {
  /** @type {import("../../js/outbox.js").Outbox} */
  outbox = null;
  /** Ids of the tracks there are. */
  taken = [];
  #name = field("course-name", "Name of the track", { maxLength: 200 });
  #laps = element("select", "field");
  #lapCount = numberField("course-lap-count", "How many laps", { min: 2, max: 100_000, value: 3 });
  #shortest = numberField("course-shortest", "Shortest time between checkpoints, in seconds",
    { min: 0, max: 3600, value: 5 });
  #checkpoints = new CheckpointList(["Checkpoint 1", "Finish"]);
  #error = element("p", "field-error");
  #submit = element("button", "action primary", "Create this track");
  #back = element("button", "action", "Back to the tracks");
  #form = null;

  connectedCallback() {
    const label = element("label", "field-label", "Laps");
    this.#laps.id = label.htmlFor = "course-laps";
    for (const [value, words] of [
      ["1", "One: from start to finish"], ["n", "Several laps"], ["0", "Open: as many as I like"],
    ]) {
      const option = element("option", "", words);
      option.value = value;
      this.#laps.append(option);
    }
    this.#error.setAttribute("role", "alert");
    this.#back.type = "button";
    this.#form = element("form", "stack",
      this.#name.element, this.#checkpoints.element,
      element("div", "field-box", label, this.#laps), this.#lapCount.element,
      this.#shortest.element,
      element("p", "hint", "A tap that comes sooner is set aside as a slip. Choose 0 for short courses."),
      this.#error, this.#submit, this.#back);
    this.#form.noValidate = true;
    this.replaceChildren(element("h2", "", "Create a track"), this.#form);
    this.#laps.addEventListener("change", this.#showLaps);
    this.#form.addEventListener("submit", this.#onSubmit);
    this.#back.addEventListener("click", this.#onBack);
    this.#showLaps();
    this.#name.input.focus();
  }

  disconnectedCallback() {
    this.#laps.removeEventListener("change", this.#showLaps);
    this.#form.removeEventListener("submit", this.#onSubmit);
    this.#back.removeEventListener("click", this.#onBack);
  }

  focus() {
    this.#name.input.focus();
  }

  #showLaps = () => {
    this.#lapCount.element.hidden = this.#laps.value !== "n";
  };

  #onBack = () => this.dispatchEvent(new Event("back"));

  #onSubmit = async (event) => {
    event.preventDefault();
    if (this.#submit.ariaDisabled) return;
    // Pressed, it keeps the focus: there may be something to be told.
    this.#submit.ariaDisabled = "true";
    setText(this.#submit, "Creating…");
    await this.#create();
    this.#submit.ariaDisabled = null;
    setText(this.#submit, "Create this track");
  };

  async #create() {
    const track = this.#read();
    if (!track) return;
    try {
      await this.outbox.send({ type: "createTrack", ...track });
      const { track: id, ...definition } = track;
      this.dispatchEvent(new CustomEvent("created", { detail: { id, revision: 1, ...definition } }));
    } catch (refusal) {
      // Someone was faster with this id: the next try gets another one.
      if (refusal.code === "trackExists") {
        this.taken.push(track.track);
        return this.#create();
      }
      this.#complain(refusal.message);
    }
  }

  /** The fields of the command, or `null` after saying what is wrong. */
  #read() {
    const name = this.#name.input.value.trim();
    if (!name) return this.#complain("The track has no name yet.", this.#name.input);
    const names = this.#checkpoints.names;
    const empty = names.indexOf("");
    if (empty >= 0) {
      return this.#complain(`Checkpoint ${empty + 1} has no name yet. Name it, or remove it.`,
        this.#checkpoints.inputs[empty]);
    }
    const laps = this.#laps.value === "n" ? Number(this.#lapCount.input.value) : Number(this.#laps.value);
    if (!Number.isInteger(laps) || (this.#laps.value === "n" && laps < 2) || laps > 100_000) {
      return this.#complain("The laps must be a whole number from 2 on.", this.#lapCount.input);
    }
    const seconds = Number(this.#shortest.input.value || "0");
    if (!(seconds >= 0 && seconds <= 3600)) {
      return this.#complain("The shortest time must be from 0 to 3600 seconds.", this.#shortest.input);
    }
    const minimumSegment = Math.round(seconds * 1e6);
    const ids = ["start"];
    const checkpoints = names.map((each) => {
      const id = slug(each, ids, "checkpoint");
      ids.push(id);
      return { id, name: each, minimumSegment };
    });
    setText(this.#error, "");
    return { track: slug(name, this.taken), name, checkpoints, laps };
  }

  #complain(sentence, input = null) {
    setText(this.#error, sentence);
    input?.focus();
    return null;
  }
}

customElements.define("timer-course", TimerCourse);
