/** `<help-dialog>`: opens and closes the dialog that stands in the page; its words are markup. */

class HelpDialog extends HTMLElement {
  #dialog = null;

  connectedCallback() {
    this.#dialog = this.querySelector("dialog");
    this.#dialog.addEventListener("click", this.#onClick);
  }

  disconnectedCallback() {
    this.#dialog.removeEventListener("click", this.#onClick);
  }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A click beside the dialog closes it. */
  #onClick = (event) => {
    if (event.target === this.#dialog) this.#dialog.close();
  };
}

customElements.define("help-dialog", HelpDialog);
