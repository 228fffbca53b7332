/**
 * `<timer-track>`: choose the track to run on, or go and make one. Fires `track` (detail: the track) and
 * `create` (detail: the ids there are).
 */

import { courseWords } from "../../js/course.js";
import { element, setText } from "../../js/dom.js";
import { tracks } from "../../js/known-runners.js";

/** So many fit on a phone; with more a name is found faster by typing it. */
const SEARCH_FROM = 8;
const RETRY = 4_000;

class TimerTrack extends HTMLElement {
  #tracks = [];
  #timer = null;
  #list = element("ul", "choices");
  #status = element("p", "list-status", "Looking for tracks…");
  #search = element("input", "field");
  #searchBox = null;
  #create = element("button", "action", "Create a track");
  #heading = element("h2", "", "Which track?");

  connectedCallback() {
    const label = element("label", "field-label", "Find a track");
    this.#search.id = label.htmlFor = "track-search";
    this.#search.type = "search";
    this.#searchBox = element("div", "stack", label, this.#search);
    this.#searchBox.hidden = true;
    this.#create.type = "button";
    this.#heading.tabIndex = -1;
    this.replaceChildren(this.#heading, this.#searchBox, this.#status,
      this.#list, this.#create);
    this.#search.addEventListener("input", this.#show);
    this.#create.addEventListener("click", this.#onCreate);
    this.#load();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#search.removeEventListener("input", this.#show);
    this.#create.removeEventListener("click", this.#onCreate);
  }

  focus() {
    this.#heading.focus();
  }

  async #load() {
    try {
      this.#tracks = await tracks();
      this.#searchBox.hidden = this.#tracks.length < SEARCH_FROM;
      this.#show();
    } catch {
      setText(this.#status, "The server does not answer. Trying again…");
      if (this.isConnected) this.#timer = setTimeout(() => this.#load(), RETRY);
    }
  }

  #show = () => {
    const wanted = this.#search.value.trim().toLocaleLowerCase();
    const found = this.#tracks.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
    this.#list.replaceChildren(...found.map((track) => element("li", "", this.#choice(track))));
    setText(this.#status, this.#tracks.length === 0
      ? "There are no tracks yet. Create the first one: its name, and the checkpoints that you pass."
      : found.length === 0 ? "No track has this in its name. Type less, or create it." : "");
    this.#create.classList.toggle("primary", this.#tracks.length === 0);
  };

  #choice(track) {
    const words = element("span", "choice-note", courseWords(track));
    if (track.live) words.prepend(element("span", "live-mark", "Live"), " · ");
    const button = element("button", "choice", element("bdi", "choice-name", track.name), words);
    button.type = "button";
    button.addEventListener("click", () => {
      this.dispatchEvent(new CustomEvent("track", { detail: track }));
    });
    return button;
  }

  #onCreate = () => {
    const detail = this.#tracks.map(({ id }) => id);
    this.dispatchEvent(new CustomEvent("create", { detail }));
  };
}

customElements.define("timer-track", TimerTrack);
