/**
 * `<timer-refused>`: what the server did not take, with its reasons. Each can be sent again, a name after
 * it was corrected, or let go of; until then it stays.
 */

import { element, setText } from "../../js/dom.js";
import { refusedWords } from "../../js/refused-words.js";

class TimerRefused extends HTMLElement {
  #outbox = null;
  #timer = null;
  #gone = null;
  #shown = "";
  #open = element("button", "action small");
  #heading = element("h2", "", "Not taken by the server");
  #list = element("ul", "split-list");
  #close = element("button", "action", "Close this list");
  #dialog = element("dialog", "timer-dialog", this.#heading,
    element("p", "hint", "It is kept on this phone until you send it again or let go of it."),
    this.#list, this.#close);

  /** @param {() => void} gone is called when nothing is left to deal with, or the list is closed */
  listen(outbox, timer, gone) {
    this.#outbox = outbox;
    this.#timer = timer;
    this.#gone = gone;
    this.#heading.id = "refused-title";
    this.#dialog.setAttribute("aria-labelledby", "refused-title");
    this.#open.type = this.#close.type = "button";
    this.#open.addEventListener("click", () => this.#dialog.showModal());
    this.#close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", this.#gone);
    this.replaceChildren(this.#open, this.#dialog);
    outbox.addEventListener("change", this.#show);
    this.#show();
  }

  disconnectedCallback() {
    this.#outbox?.removeEventListener("change", this.#show);
  }

  /** Only what differs: a name that is being corrected must not go from under the hand. */
  #show = () => {
    const { refused } = this.#outbox;
    const ids = refused.map(({ command }) => command.commandId).join();
    if (ids === this.#shown) return;
    this.#shown = ids;
    this.hidden = refused.length === 0;
    setText(this.#open, `${refused.length} not taken by the server…`);
    const isInside = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...refused.map((kept) => this.#item(kept)));
    if (this.hidden && this.#dialog.open) this.#dialog.close();
    else if (isInside) this.#close.focus();
  };

  #item(kept) {
    const { command, refusal } = kept;
    const words = refusedWords(command, this.#timer.run);
    const name = command.type === "registerRunner" ? this.#nameField(command) : null;
    const again = this.#button(`Resend ${words}`, () =>
      this.#timer.resend(kept, name ? { name: name.input.value.trim() || command.name } : {}));
    const letGo = this.#button(`Let go of ${words}`, () => this.#outbox.letGo(command.commandId));
    const title = words.charAt(0).toUpperCase() + words.slice(1);
    return element("li", "split-item", element("span", "split-name", element("bdi", "", title),
      element("span", "split-words", refusal.message)), ...(name ? [name.box] : []), again, letGo);
  }

  #nameField(command) {
    const input = element("input", "field");
    input.id = `refused-${command.commandId}`;
    input.value = command.name;
    input.maxLength = 200;
    const label = element("label", "field-label", "Corrected name");
    label.htmlFor = input.id;
    return { input, box: element("span", "field-box refused-field", label, input) };
  }

  #button(words, act) {
    const button = element("button", "action small", words);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }
}

customElements.define("timer-refused", TimerRefused);
