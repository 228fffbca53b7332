/** `<timer-origin>`: what the timer lacks on a page that the browser does not trust, and where to get it. */

import { element } from "../../js/dom.js";
import { isSecureOrigin } from "../../js/secure-origin.js";

class TimerOrigin extends HTMLElement {
  connectedCallback() {
    this.hidden = isSecureOrigin();
    if (this.hidden) return;
    const link = element("a", "", "Make it secure");
    link.href = "/secure";
    this.replaceChildren(
      element("p", "", "Over this connection the screen may go dark during a run, and the page does not open without the network."),
      link);
  }
}

customElements.define("timer-origin", TimerOrigin);
