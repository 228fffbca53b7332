/**
 * `<secure-page>`: how a phone comes to trust this server. What of it there is to do depends on the
 * server: whether it speaks TLS, and whether its certificate is of an authority of its own.
 */

import "../theme-button/theme-button.js";
import { ask } from "../../js/ask.js";
import { setText } from "../../js/dom.js";
import { secureAddress } from "../../js/secure-origin.js";
import { stored } from "../../js/storage.js";

class SecurePage extends HTMLElement {
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  async connectedCallback() {
    try {
      this.#show(await ask("secure"));
      setText(this.#part("status"), "");
    } catch (fault) {
      setText(this.#part("status"), `${fault.message} Load the page again to try once more.`);
    } finally {
      this.removeAttribute("aria-busy");
    }
  }

  #show({ port, authority, page }) {
    const isHere = location.protocol === "https:";
    this.#part("none").hidden = port !== null;
    this.#part("here").hidden = !isHere;
    this.#part("known").hidden = port === null || authority !== null || isHere;
    this.#part("install").hidden = authority === null;
    this.#part("open").hidden = port === null;
    this.#part("unsent").hidden = isHere;
    if (authority) setText(this.#part("fingerprint"), authority.fingerprint);
    setText(this.#part("page"), page);
    if (port === null) return;
    setText(this.#part("open-title"), authority ? "3. Open the timer" : "Open the timer");
    this.#part("timer").href = secureAddress(location, port, stored("token.timer"));
  }
}

customElements.define("secure-page", SecurePage);
