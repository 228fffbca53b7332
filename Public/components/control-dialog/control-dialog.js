/**
 * `<control-dialog>`: asks what a correction needs: its fields, what would come of it, a reason that
 * may be left out, and a button that says what it does. A refusal is shown in it, and what was typed
 * stays.
 */

import { FormFault } from "../../js/form-fault.js";
import { element, setText } from "../../js/dom.js";
import { formField } from "./form-field.js";

const REASON = { name: "reason", label: "Reason", hint: "May be left out; it is kept in the log" };

class ControlDialog extends HTMLElement {
  #dialog = element("dialog", "control-dialog");
  #form = null;
  #inputs = new Map();
  #preview = element("output", "preview");
  #fault = element("p", "refusal");
  #submit = element("button", "control primary");
  #perform = null;
  #back = null;

  connectedCallback() {
    if (this.#dialog.isConnected) return;
    this.#fault.setAttribute("role", "alert");
    this.#dialog.setAttribute("aria-labelledby", "control-dialog-title");
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    this.#dialog.addEventListener("close", () => {
      if (document.activeElement === document.body) this.#back();
    });
    this.append(this.#dialog);
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /**
   * @param {import("../../js/run-forms.js").Form} form
   * @param {string} reason what stands in the page's field for it
   * @param {(deed: object) => Promise<void>} perform throws what was refused
   * @param {() => void} back gives the focus to what was worked at, where the opener is gone
   */
  open(form, reason, perform, back) {
    this.#back = back;
    this.#form = form;
    this.#perform = perform;
    this.#inputs = new Map();
    const fields = [...form.fields, ...(form.hasReason === false ? [] : [{ ...REASON, value: reason }])];
    const rows = fields.map((field) => {
      const { row, input } = formField(field, `dialog-${field.name}`);
      this.#inputs.set(field.name, input);
      return row;
    });
    const title = element("h2", "", element("bdi", "", form.title));
    title.id = "control-dialog-title";
    this.#submit.type = "submit";
    this.#submit.disabled = false;
    this.#submit.replaceChildren(element("bdi", "", form.submit));
    setText(this.#fault, "");
    const cancel = element("button", "control", "Leave it as it is");
    cancel.type = "button";
    cancel.addEventListener("click", () => this.#dialog.close());
    const body = element("form", "form", title,
      ...(form.intro ? [element("p", "intro", form.intro)] : []), ...rows, this.#preview,
      this.#fault, element("div", "form-buttons", cancel, this.#submit));
    body.noValidate = true;
    body.addEventListener("submit", this.#onSubmit);
    body.addEventListener("input", this.#onInput);
    this.#dialog.replaceChildren(body);
    this.#preview.hidden = !form.preview;
    this.#showPreview();
    if (!this.#dialog.open) this.#dialog.showModal();
    const first = this.#inputs.get(fields[0]?.name);
    first?.focus();
    first?.select?.();
  }

  #values() {
    return Object.fromEntries([...this.#inputs].map(([name, input]) => [name, input.value]));
  }

  #showPreview() {
    if (this.#form?.preview) setText(this.#preview, this.#form.preview(this.#values()) || "\u00a0");
  }

  /** What was wrong with what stood there says nothing of what stands there now. */
  #onInput = () => {
    this.#showFault(null, "");
    this.#showPreview();
  };

  #onSubmit = async (event) => {
    event.preventDefault();
    if (this.#submit.disabled) return;
    const form = this.#form;
    this.#showFault(null, "");
    this.#submit.disabled = true;
    try {
      await this.#perform(await form.deed(this.#values()));
      if (this.#form === form) this.#dialog.close();
    } catch (fault) {
      if (!(fault instanceof FormFault) && fault.name !== "Refusal") throw fault;
      if (this.#form === form) this.#showFault(fault.field, fault.message);
    } finally {
      this.#submit.disabled = false;
    }
  };

  #showFault(field, message) {
    setText(this.#fault, message);
    for (const [name, input] of this.#inputs) {
      if (name === field) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    this.#inputs.get(field)?.focus();
  }
}

customElements.define("control-dialog", ControlDialog);
