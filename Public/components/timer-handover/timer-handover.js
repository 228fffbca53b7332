/**
 * `<timer-handover>`: the last resort. What has been unsent for a while can be handed to race control as
 * codes for a camera, or as a file; it stays here all the same, and is sent once there is a line.
 */

import { element, setText } from "../../js/dom.js";
import { codeAddresses } from "../../js/handover-codes.js";
import { handoverOf } from "../../js/handover.js";
import { CodePages } from "./code-pages.js";
import { HandoverFile } from "./handover-file.js";

/** What waits no longer than this is on its way. */
const ON_ITS_WAY = 5_000;

class TimerHandover extends HTMLElement {
  #outbox = null;
  #device = null;
  #closed = null;
  #delay = null;
  #open = button("action small", "Hand over what is unsent…");
  #heading = element("h2");
  #codes = new CodePages();
  #noCodes = element("p", "hint", "This is too much for codes. Give race control the file.");
  #file = new HandoverFile();
  #close = button("action", "Close: go on");
  #dialog = element("dialog", "timer-dialog handover-dialog", this.#heading,
    this.#codes.element, this.#noCodes,
    element("p", "hint", "Scan each code with the camera of a phone or tablet that reaches this server: race "
      + "control opens there and takes it in. Or give race control the file. It all stays on this phone too; "
      + "if it is sent later as well, nothing counts twice."),
    this.#file.element, this.#close);

  /**
   * @param {import("../../js/outbox.js").Outbox} outbox
   * @param {string} device the id of this device
   * @param {() => void} closed is called when the hand is to go on elsewhere
   */
  listen(outbox, device, closed) {
    this.#outbox = outbox;
    this.#device = device;
    this.#closed = closed;
    this.#heading.id = "handover-title";
    this.#dialog.setAttribute("aria-labelledby", "handover-title");
    this.#open.addEventListener("click", this.#onOpen);
    this.#close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", this.#onClose);
    this.replaceChildren(this.#open, this.#dialog);
    outbox.addEventListener("change", this.#onChange);
    this.#onChange();
  }

  disconnectedCallback() {
    this.#outbox?.removeEventListener("change", this.#onChange);
    clearTimeout(this.#delay);
    this.#codes.stop();
  }

  /** Not for what is gone in a moment; and not from under a hand that is at it. */
  #onChange = () => {
    const isWaiting = this.#outbox.size > 0;
    if (!isWaiting) {
      clearTimeout(this.#delay);
      this.#delay = null;
      if (!this.#dialog.open) this.#hide();
    } else if (this.hidden) {
      this.#delay ??= setTimeout(() => { this.hidden = false; }, ON_ITS_WAY);
    }
  };

  #onOpen = async () => {
    // What leaves the phone never changes, on whichever way it gets to the server first.
    await this.#outbox.seal();
    const commands = this.#outbox.waiting;
    if (commands.length === 0) return this.#onChange();
    const handover = handoverOf(this.#device, commands);
    const addresses = await codeAddresses(handover);
    setText(this.#heading, `Hand over ${commands.length} unsent`);
    this.#codes.element.hidden = addresses === null;
    this.#noCodes.hidden = addresses !== null;
    this.#file.show(handover);
    this.#dialog.showModal();
    if (addresses) this.#codes.show(addresses);
  };

  #onClose = () => {
    this.#codes.stop();
    this.#onChange();
    this.#closed();
  };

  #hide() {
    const hadFocus = this.contains(document.activeElement);
    this.hidden = true;
    if (hadFocus) this.#closed();
  }
}

function button(className, words) {
  const result = element("button", className, words);
  result.type = "button";
  return result;
}

customElements.define("timer-handover", TimerHandover);
