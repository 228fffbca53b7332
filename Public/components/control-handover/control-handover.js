/**
 * `<control-handover>`: takes in what a phone hands over, from its codes or its file, shows what it is, sends
 * it, and tells what became of it. It is kept on this device from the code until the server has answered.
 */

import { element, setText } from "../../js/dom.js";
import { HandoverInbox, takeCode } from "../../js/handover-inbox.js";
import { HandoverSender, waitingDevices } from "../../js/handover-sender.js";
import { MOST_CHARACTERS, readHandover } from "../../js/handover.js";
import { amountWords } from "../../js/handover-words.js";
import { deviceStore } from "../../js/device-store.js";
import { outcome, preview } from "./handover-views.js";

class ControlHandover extends HTMLElement {
  /** The page: its `board` names runs and checkpoints. */
  host = null;
  #token = null;
  #inbox = new HandoverInbox();
  /** What was read and is not sent yet, with the code's id where it came by codes. */
  #read = null;
  #senders = new Map();
  #file = element("input", "handover-input");
  #choose = element("button", "control", "Read handed-over captures…");
  #title = element("h2");
  #words = element("p", "handover-words");
  #body = element("div", "handover-body");
  #send = element("button", "control primary");
  #away = element("button", "control");
  #panel = element("section", "handover-panel", this.#title, this.#words, this.#body,
    element("div", "form-buttons", this.#send, this.#away));

  connectedCallback() {
    this.#title.id = "control-handover-title";
    this.#title.tabIndex = -1;
    this.#words.setAttribute("role", "status");
    this.#panel.setAttribute("aria-labelledby", this.#title.id);
    Object.assign(this.#file, { type: "file", accept: ".json,application/json", hidden: true });
    for (const button of [this.#choose, this.#send, this.#away]) button.type = "button";
    this.#choose.addEventListener("click", () => this.#file.click());
    this.#file.addEventListener("change", this.#onFile);
    this.#send.addEventListener("click", this.#onSend);
    this.#away.addEventListener("click", this.#onAway);
    this.replaceChildren(element("div", "handover-bar", this.#choose, this.#file), this.#panel);
    this.#panel.hidden = true;
    addEventListener("hashchange", this.#onCode);
    addEventListener("storage", this.#onStorage);
    this.#onCode();
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.#onCode);
    removeEventListener("storage", this.#onStorage);
    for (const sender of this.#senders.values()) sender.stop();
    this.#senders.clear();
  }

  /** The desk is open: goes on with what an earlier visit left. */
  async open(token) {
    if (this.#token !== null) return;
    this.#token = token;
    for (const device of waitingDevices(await deviceStore().read())) this.#senderOf(device);
  }

  /** By the event's own address: of two codes that come one upon the other the page's is the second's already. */
  #onCode = ({ newURL = location.href } = {}) => {
    const code = takeCode(new URL(newURL));
    try {
      const id = code === null ? this.#inbox.ids[0] : this.#inbox.take(code);
      if (id !== undefined) this.#showCodes(id);
    } catch (fault) {
      this.#refuse(fault);
    }
  };

  /** Another page of this device took in a code, or is done with one. */
  #onStorage = ({ key }) => {
    if (!key?.startsWith("livetiming.handover.") || (this.#read && this.#read.id === null)) return;
    const [id] = this.#inbox.ids;
    if (id !== undefined) this.#showCodes(id);
    else if (this.#read) this.#close();
  };

  async #showCodes(id) {
    const { count, missing } = this.#inbox.progress(id);
    if (missing.length === 0) {
      try {
        return this.#preview(await this.#inbox.read(id), id);
      } catch (fault) {
        return this.#refuse(fault, id);
      }
    }
    this.#read = { id, handover: null };
    this.#show(`${count - missing.length} of ${count} codes read`,
      `Scan the others too, in any order: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing.`,
      { away: "Put these codes away" });
  }

  #onFile = async () => {
    const [file] = this.#file.files;
    this.#file.value = "";
    if (!file) return;
    try {
      // Not even read where it is far too large.
      this.#preview(readHandover(file.size > MOST_CHARACTERS * 4 ? " ".repeat(MOST_CHARACTERS + 1) : await file.text()));
    } catch (fault) {
      this.#refuse(fault);
    }
    this.#title.focus();
  };

  #preview(handover, id = null) {
    this.#read = { id, handover };
    const amount = amountWords(handover.commands);
    this.#show(`Handed over: ${amount}`,
      "Look whether this is what you expect. What the server has already does not count twice.",
      { body: preview(handover, this.host?.board ?? null), send: `Send ${amount}`, away: "Put it away unsent" });
  }

  #onSend = async () => {
    const { id, handover } = this.#read;
    this.#read = null;
    this.#send.hidden = true;
    const sender = this.#senderOf(handover.device);
    this.#title.focus();
    await sender.send(handover.commands);
    if (id !== null) this.#inbox.forget(id);
    this.#tell(sender);
  };

  #senderOf(device) {
    if (this.#senders.has(device)) return this.#senders.get(device);
    const sender = new HandoverSender(device, this.#token);
    sender.addEventListener("change", () => this.#tell(sender));
    this.#senders.set(device, sender);
    return sender;
  }

  /** What became of it so far; not over what is just being looked at. */
  #tell(sender) {
    if (this.#read !== null) return;
    const { title, words, body } = outcome(sender, this.host?.board ?? null);
    this.#show(title, words, { body, away: "Close this" });
  }

  #refuse({ name, message }, id = null) {
    if (name !== "HandoverFault") throw new Error(message);
    this.#read = { id, handover: null };
    this.#show("This cannot be read", message, { away: "Close this" });
  }

  #show(title, words, { body = null, send = "", away }) {
    setText(this.#title, title);
    setText(this.#words, words);
    this.#body.replaceChildren(...(body ? [body] : []));
    this.#send.hidden = send === "";
    setText(this.#send, send);
    setText(this.#away, away);
    this.#panel.hidden = false;
  }

  #onAway = () => {
    if (this.#read?.id) this.#inbox.forget(this.#read.id);
    this.#close();
    this.#choose.focus();
    const [id] = this.#inbox.ids;
    if (id !== undefined) this.#showCodes(id);
  };

  #close() {
    this.#read = null;
    this.#panel.hidden = true;
    for (const [device, sender] of this.#senders) {
      if (sender.left > 0) continue;
      sender.stop();
      this.#senders.delete(device);
    }
  }
}

customElements.define("control-handover", ControlHandover);
