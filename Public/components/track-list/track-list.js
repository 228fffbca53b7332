/**
 * `<track-list>`: the server's tracks, live ones on top. Asks again every few seconds while the page
 * can be seen. Its first child with the class `empty` says how to begin, where there is none yet.
 */

import { courseWords } from "../../js/course.js";
import { element, setText } from "../../js/dom.js";
import { formatAgo } from "../../js/format.js";

const INTERVAL = 5_000;

class TrackList extends HTMLElement {
  #timer = null;
  #items = new Map();
  #list = element("ul", "tracks");
  #status = element("p", "list-status");
  #empty = null;

  connectedCallback() {
    this.#empty = this.querySelector(".empty");
    this.#status.setAttribute("role", "status");
    this.prepend(this.#status, this.#list);
    document.addEventListener("visibilitychange", this.#refresh);
    this.#refresh();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#refresh);
    clearTimeout(this.#timer);
  }

  #refresh = async () => {
    clearTimeout(this.#timer);
    if (document.visibilityState !== "visible") return;
    try {
      const response = await fetch("/api/v1/tracks", { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      this.#show((await response.json()).tracks ?? []);
      setText(this.#status, "");
    } catch {
      setText(this.#status, "The server does not answer. Trying again…");
    }
    this.removeAttribute("aria-busy");
    if (!this.isConnected) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#refresh, INTERVAL);
  };

  #show(tracks) {
    this.#empty.hidden = tracks.length > 0;
    const sorted = tracks.toSorted((a, b) => Number(b.live) - Number(a.live)
      || (b.lastActivity ?? 0) - (a.lastActivity ?? 0) || a.name.localeCompare(b.name));
    const elements = sorted.map((track) => {
      const item = this.#items.get(track.id) ?? trackItem(track.id);
      this.#items.set(track.id, item);
      item.show(track);
      return item.element;
    });
    const isSame = elements.length === this.#list.children.length
      && elements.every((each, index) => this.#list.children[index] === each);
    if (!isSame) this.#list.replaceChildren(...elements);
  }
}

function trackItem(id) {
  const name = element("bdi", "track-name");
  const session = element("bdi", "track-session");
  const course = element("span", "track-course");
  const state = element("span", "track-state");
  const link = element("a", "track", name, session, course, state);
  link.href = `/track/${encodeURIComponent(id)}`;
  return {
    element: element("li", "", link),
    show(track) {
      link.classList.toggle("live", track.live);
      setText(name, track.name);
      setText(session, track.session?.name ?? "");
      setText(course, courseWords(track));
      setText(state, stateWords(track));
    },
  };
}

function stateWords({ live, running, lastActivity }) {
  if (live) return running > 0 ? `Live · ${running} running` : "Live";
  return lastActivity == null ? "No runs yet" : formatAgo(Date.now() * 1000 - lastActivity);
}

customElements.define("track-list", TrackList);
