/** The quick way into a start list: number and name in one field, as they are said, and Enter. */

import { element, setText } from "../../js/dom.js";
import { FormFault } from "../../js/form-fault.js";
import { runnersNamed } from "../../js/known-runners.js";
import { runnerFor } from "../../js/runner-lookup.js";
import { parseEntry } from "../../js/start-list.js";
import { formField } from "../control-dialog/form-field.js";

const LOOK_UP_AFTER = 200;

export class EntryForm {
  element = element("form", "entry-form");
  #who;
  #category;
  #team;
  #known = element("datalist");
  #fault = element("p", "refusal");
  #button = element("button", "control", "Enter this runner");
  #enter;
  #timer = null;
  #isBusy = false;

  /** @param {(entry: object, registration: object[]) => Promise<boolean>} enter answers whether it was done */
  constructor(enter) {
    this.#enter = enter;
    this.#known.id = "known-runners";
    const who = formField({ name: "who", label: "Number and name", list: "known-runners" }, "entry-who");
    const category = formField({ name: "category", label: "Category" }, "entry-category");
    const team = formField({ name: "team", label: "Team" }, "entry-team");
    [this.#who, this.#category, this.#team] = [who.input, category.input, team.input];
    this.#who.placeholder = "7 Ada Lovelace";
    this.#fault.setAttribute("role", "alert");
    this.#button.type = "submit";
    this.element.noValidate = true;
    this.element.dataset.actions = "";
    this.element.append(who.row, category.row, team.row, this.#button, this.#known, this.#fault);
    this.element.addEventListener("submit", this.#onSubmit);
    this.#who.addEventListener("input", this.#lookUp);
  }

  setDisabled(isDisabled) {
    for (const each of [this.#who, this.#category, this.#team, this.#button]) {
      each.disabled = isDisabled;
    }
  }

  #onSubmit = async (event) => {
    event.preventDefault();
    const { number, name } = parseEntry(this.#who.value);
    const isNameless = !name || /^\d+$/.test(name);
    setText(this.#fault, isNameless ? "Type the runner's name, with the number before it: 7 Ada Lovelace." : "");
    if (isNameless) return this.#who.focus();
    // Enter twice is one entry: the second would be of another runner with the same name.
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const { id, commands } = await runnerFor(name);
      const entry = {
        runner: id, name, number, category: this.#category.value.trim(), team: this.#team.value.trim(),
      };
      if (await this.#enter(entry, commands)) this.#who.value = "";
    } catch (fault) {
      if (!(fault instanceof FormFault)) throw fault;
      setText(this.#fault, fault.message);
    } finally {
      this.#isBusy = false;
    }
    this.#who.focus();
  };

  /** Offers those whom the server knows by what is typed so far. */
  #lookUp = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const { number, name } = parseEntry(this.#who.value);
      if (name.length < 2) return;
      const runners = await runnersNamed(name).catch(() => []);
      this.#known.replaceChildren(...runners.slice(0, 8).map((runner) => {
        const option = element("option");
        option.value = number ? `${number} ${runner.name}` : runner.name;
        return option;
      }));
    }, LOOK_UP_AFTER);
  };
}
