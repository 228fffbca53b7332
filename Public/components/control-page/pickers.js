/** The two selects in the page's bar: which track, and which of its sessions. */

import { element } from "../../js/dom.js";

/** Shows options, writing only where they differ, so that an open list stays open. */
export function showOptions(select, options, value) {
  const key = JSON.stringify(options);
  if (select.dataset.options !== key) {
    select.dataset.options = key;
    select.replaceChildren(...options.map(([id, name]) => {
      const option = element("option", "", name);
      option.value = id;
      return option;
    }));
  }
  if (select.value !== value) select.value = value;
  select.hidden = options.length === 0;
}

/** @returns {Promise<object[]|null>} the server's tracks; `null` where it does not answer */
export async function fetchTracks() {
  try {
    const response = await fetch("/api/v1/tracks", { headers: { Accept: "application/json" } });
    return response.ok ? (await response.json()).tracks ?? [] : null;
  } catch {
    return null;
  }
}

/** The track that the address names: `/control?track=<id>`. */
export const trackOfAddress = () => new URLSearchParams(location.search).get("track");

/** Remembers the track in the address, so that a reload comes back to it. */
export function keepTrackInAddress(track) {
  const query = track === null ? "" : `?track=${encodeURIComponent(track)}`;
  history.replaceState(history.state, "", location.pathname + query);
}
