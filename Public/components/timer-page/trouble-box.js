/** What went wrong, with what to do about it, above the page's phase. It stays until it is put away. */

import { setText } from "../../js/dom.js";

export class TroubleBox {
  #part;
  #gone;
  #resend;

  /**
   * @param part finds a part of the page
   * @param {{gone: () => void, resend: () => void}} calls `gone` when it was put away, `resend` when a
   *   start is to be sent again
   */
  constructor(part, { gone, resend }) {
    this.#part = part;
    this.#gone = gone;
    this.#resend = resend;
  }

  listen() {
    this.#part("dismiss").addEventListener("click", this.#onDismiss);
    this.#part("resend").addEventListener("click", this.#onResend);
  }

  stop() {
    this.#part("dismiss").removeEventListener("click", this.#onDismiss);
    this.#part("resend").removeEventListener("click", this.#onResend);
  }

  say(sentence) {
    this.#show(sentence, false);
  }

  /** The server has not got the run itself. */
  sayOfStart(message) {
    this.#show("The server did not take the start of this run. Go on: your splits are kept, and count once "
      + `it has. Send the start again, or tell race control. The server says: ${message}`, true);
  }

  hide() {
    this.#part("trouble").hidden = true;
  }

  /** The start is on its way or let go of: that it was refused is no trouble any more. */
  hideStart() {
    if (!this.#part("resend").hidden) this.hide();
  }

  #show(sentence, isOfStart) {
    setText(this.#part("trouble-text"), sentence);
    this.#part("resend").hidden = !isOfStart;
    this.#part("trouble").hidden = false;
  }

  #onDismiss = () => {
    this.hide();
    this.#gone();
  };

  #onResend = () => {
    this.#onDismiss();
    this.#resend();
  };
}
