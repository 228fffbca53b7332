/**
 * `<run-history>`: the runs of all tracks, narrowed as the address says. The filters are markup; what
 * a reader picks goes into the address, so that it can be sent on and gone back from.
 */

import { keyOf } from "../run-list/run-list.js";
import "../runner-picker/runner-picker.js";
import { ask } from "../../js/ask.js";
import { filtersOf, narrows, runsQuery, searchOf } from "../../js/run-filters.js";

/** How often it is looked whether another run has ended. */
const INTERVAL = 10_000;

class RunHistory extends HTMLElement {
  #list = null;
  #picker = null;
  #filters = filtersOf("");
  #timer = null;
  #part = (name) => this.querySelector(`[data-part="${name}"]`);

  connectedCallback() {
    this.#list = this.querySelector("run-list");
    this.#picker = this.querySelector("runner-picker");
    this.addEventListener("change", this.#onChange);
    this.addEventListener("click", this.#onClick);
    this.#picker.addEventListener("pick", this.#onPick);
    this.#list.addEventListener("listed", this.#onListed);
    addEventListener("popstate", this.#readAddress);
    this.#readAddress();
    this.#nameTracks();
    this.#timer = setInterval(this.#lookForNews, INTERVAL);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.removeEventListener("change", this.#onChange);
    this.removeEventListener("click", this.#onClick);
    this.#picker.removeEventListener("pick", this.#onPick);
    this.#list.removeEventListener("listed", this.#onListed);
    removeEventListener("popstate", this.#readAddress);
  }

  #readAddress = () => {
    this.#filters = filtersOf(location.search);
    for (const name of ["track", "day", "status"]) this.#showChoice(name);
    this.#picker.choose(this.#filters.runner);
    this.#show();
  };

  /** A track that the address names is a choice before the tracks are known, and without them. */
  #showChoice(name) {
    const field = this.#part(name);
    const value = this.#filters[name];
    field.value = value;
    if (field.value === value || field.tagName !== "SELECT") return;
    field.append(new Option(value, value));
    field.value = value;
  }

  async #nameTracks() {
    const { tracks } = await ask("tracks").catch(() => ({ tracks: [] }));
    const select = this.#part("track");
    const named = tracks.toSorted((a, b) => a.name.localeCompare(b.name))
      .map((track) => new Option(track.name, track.id));
    const other = this.#filters.track && !tracks.some(({ id }) => id === this.#filters.track)
      ? [new Option(this.#filters.track, this.#filters.track)] : [];
    select.replaceChildren(select.options[0], ...named, ...other);
    select.value = this.#filters.track;
  }

  #onChange = ({ target }) => {
    const name = target.dataset.part;
    if (["track", "day", "status"].includes(name)) this.#narrow({ [name]: target.value });
  };

  #onPick = ({ detail: runner }) => this.#narrow({ runner });

  #onClick = (event) => {
    const action = event.target.closest("[data-action]")?.dataset.action;
    if (action === "news") this.#show();
    if (action !== "clear") return;
    this.#narrow({ track: "", runner: "", day: "", status: "" });
    for (const name of ["track", "day", "status"]) this.#showChoice(name);
    this.#picker.choose("");
    this.#part("track").focus();
  };

  #narrow(change) {
    const filters = { ...this.#filters, ...change };
    const search = searchOf(filters);
    if (search === searchOf(this.#filters)) return;
    this.#filters = filters;
    history.pushState(null, "", `${location.pathname}${search}`);
    this.#show();
  }

  /** Runs that ended meanwhile are offered, not put in: nothing moves under a reader's eyes. */
  #lookForNews = async () => {
    if (document.visibilityState !== "visible" || this.#list.hasAttribute("aria-busy")) return;
    const filters = this.#filters;
    const page = await ask(runsQuery(filters, { limit: 1 })).catch(() => null);
    if (page === null || filters !== this.#filters) return;
    const newest = page.runs.length ? keyOf(page.runs[0]) : null;
    if (this.#list.newest === null && newest !== null) this.#show();
    else this.#part("news").hidden = newest === this.#list.newest;
  };

  #show() {
    this.#part("news").hidden = true;
    this.#part("clear").hidden = !narrows(this.#filters);
    this.#list.show(this.#filters);
  }

  #onListed = ({ detail: { count } }) => {
    const isNarrow = narrows(this.#filters);
    this.#part("none").hidden = count > 0 || isNarrow;
    this.#part("no-match").hidden = count > 0 || !isNarrow;
    this.#part("filters").hidden = count === 0 && !isNarrow;
  };
}

customElements.define("run-history", RunHistory);
