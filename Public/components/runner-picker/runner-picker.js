/**
 * `<runner-picker>`: a field that finds a runner by the beginning of a name or an alias, while one
 * types. Around the markup's own label and input it puts the list of those who were found; tells by
 * the event `pick` whose id was taken, "" for everyone.
 */

import { ask } from "../../js/ask.js";
import { element, setText } from "../../js/dom.js";

const PAUSE = 150;
const MOST = 8;

class RunnerPicker extends HTMLElement {
  #input = null;
  #list = element("ul", "picker-list");
  #told = element("span", "spoken");
  #found = [];
  #active = -1;
  #timer = null;
  #asking = null;
  /** What the field says while nobody types: the chosen runner's name. */
  #chosen = { id: "", name: "" };

  connectedCallback() {
    this.#input = this.querySelector("input");
    this.#list.id = "picker-list";
    this.#list.hidden = true;
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", "Runners found");
    this.#told.setAttribute("aria-live", "polite");
    for (const [name, value] of Object.entries({
      role: "combobox", autocomplete: "off", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": this.#list.id,
    })) this.#input.setAttribute(name, value);
    this.append(this.#list, this.#told);
    this.#input.addEventListener("input", this.#onInput);
    this.#input.addEventListener("keydown", this.#onKey);
    this.#input.addEventListener("blur", this.#onBlur);
    this.#list.addEventListener("pointerdown", this.#onPointer);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#input.removeEventListener("input", this.#onInput);
    this.#input.removeEventListener("keydown", this.#onKey);
    this.#input.removeEventListener("blur", this.#onBlur);
    this.#list.removeEventListener("pointerdown", this.#onPointer);
  }

  /** Shows a choice that was made elsewhere, such as in the address. */
  async choose(id) {
    if (id === this.#chosen.id) return;
    this.#chosen = { id, name: id };
    if (id) {
      // Whoever it is, the filter holds: an id that cannot be looked up is shown as it is.
      const runner = await ask(`runners/${encodeURIComponent(id)}`).catch(() => null);
      if (this.#chosen.id !== id) return;
      if (runner) this.#chosen.name = runner.name;
    }
    this.#input.value = this.#chosen.name;
  }

  #onInput = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#find, PAUSE);
  };

  #find = async () => {
    const name = this.#input.value.trim();
    this.#asking?.abort();
    if (!name) return this.#close();
    const asking = this.#asking = new AbortController();
    try {
      const { runners } = await ask(`runners?name=${encodeURIComponent(name)}`, asking.signal);
      this.#open(runners.slice(0, MOST));
      const more = runners.length > MOST ? `, the first ${MOST} are listed` : "";
      const count = runners.length === 1 ? "1 runner" : `${runners.length} runners`;
      setText(this.#told, runners.length ? `${count} found${more}` : "No runner has that name");
    } catch (fault) {
      if (fault.name !== "AbortError") setText(this.#told, `Runners cannot be found. ${fault.message}`);
    }
  };

  #open(runners) {
    this.#found = runners;
    const options = runners.map((runner, index) => {
      const option = element("li", "picker-option", element("bdi", "", runner.name));
      if (runner.aliases.length) {
        option.append(element("bdi", "picker-aliases", runner.aliases.join(", ")));
      }
      option.id = `picker-${index}`;
      option.dataset.index = index;
      option.setAttribute("role", "option");
      return option;
    });
    if (options.length === 0) {
      const none = element("li", "picker-none", "No runner has that name");
      none.setAttribute("role", "presentation");
      options.push(none);
    }
    this.#list.replaceChildren(...options);
    this.#list.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#activate(runners.length ? 0 : -1);
  }

  #close() {
    this.#found = [];
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
  }

  #activate(index) {
    this.#active = index;
    for (const option of this.#list.querySelectorAll(".picker-option")) {
      option.setAttribute("aria-selected", String(Number(option.dataset.index) === index));
    }
    if (index < 0) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", `picker-${index}`);
  }

  #onKey = (event) => {
    const count = this.#found.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (count === 0) return;
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : count - 1;
      this.#activate((this.#active + step) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.#active >= 0) this.#take(this.#found[this.#active]);
      else if (this.#input.value.trim() === "") this.#take({ id: "", name: "" });
    } else if (event.key === "Escape") {
      this.#input.value = this.#chosen.name;
      this.#close();
    }
  };

  #onPointer = (event) => {
    const option = event.target.closest(".picker-option");
    // The field keeps the focus; a press beside the options must not close the list either.
    event.preventDefault();
    if (option) this.#take(this.#found[Number(option.dataset.index)]);
  };

  /** An emptied field asks for everyone; a half typed name says nothing, and goes. */
  #onBlur = () => {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    if (this.#input.value.trim() === "") this.#take({ id: "", name: "" });
    else this.#input.value = this.#chosen.name;
    this.#close();
  };

  #take({ id, name }) {
    const isNew = id !== this.#chosen.id;
    this.#chosen = { id, name };
    this.#input.value = name;
    this.#close();
    if (isNew) this.dispatchEvent(new CustomEvent("pick", { detail: id }));
  }
}

customElements.define("runner-picker", RunnerPicker);
