/**
 * `<confirm-dialog>`: asks before something that is not undone with one tap. Its buttons name what they
 * do; whoever closes it otherwise has changed nothing.
 */

import { element } from "../../js/dom.js";

class ConfirmDialog extends HTMLElement {
  /** Answers whether it is wanted. @param {{title: string, text: string, yes: string, no: string}} words */
  ask({ title, text, yes, no }) {
    const heading = element("h2", "", title);
    heading.id = "confirm-title";
    const accept = element("button", "action danger", yes);
    accept.value = "yes";
    const refuse = element("button", "action", no);
    refuse.autofocus = true;
    const form = element("form", "stack", heading, element("p", "", text), refuse, accept);
    form.method = "dialog";
    const dialog = element("dialog", "timer-dialog", form);
    dialog.setAttribute("aria-labelledby", "confirm-title");
    this.replaceChildren(dialog);
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        this.replaceChildren();
        resolve(dialog.returnValue === "yes");
      });
      dialog.showModal();
    });
  }
}

customElements.define("confirm-dialog", ConfirmDialog);
