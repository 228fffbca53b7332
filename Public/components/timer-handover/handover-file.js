/** What is handed over as a file: saved, or given to another app of the phone. */

import { element, setText } from "../../js/dom.js";

export class HandoverFile {
  element;
  #save = element("a", "action small", "Save as a file");
  #share = element("button", "action small", "Share the file…");
  #error = element("p", "field-error");
  #file = null;

  constructor() {
    this.#share.type = "button";
    this.#share.addEventListener("click", this.#onShare);
    this.#error.setAttribute("role", "alert");
    this.element = element("div", "handover-file", this.#save, this.#share, this.#error);
  }

  /** @param {import("../../js/handover.js").Handover} handover */
  show(handover) {
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const name = `livetiming-handover-${handover.device}-${time}.json`;
    this.#file = new File([JSON.stringify(handover, null, 1)], name, { type: "application/json" });
    URL.revokeObjectURL(this.#save.href);
    this.#save.href = URL.createObjectURL(this.#file);
    this.#save.download = name;
    this.#share.hidden = !navigator.canShare?.({ files: [this.#file] });
    setText(this.#error, "");
  }

  #onShare = async () => {
    setText(this.#error, "");
    try {
      await navigator.share({ files: [this.#file], title: "LiveTiming: handed over" });
    } catch (fault) {
      // Whoever closes the list of apps has changed their mind.
      if (fault.name === "AbortError") return;
      setText(this.#error, "The phone did not share the file. Save it instead, and give it to race control.");
    }
  };
}
