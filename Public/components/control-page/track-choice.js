/**
 * Which track the desk is about: the one that the address names, else the server's liveliest. The list
 * is asked for again every few seconds, so that a track made elsewhere can be turned to.
 */

import { fetchTracks, keepTrackInAddress, trackOfAddress } from "./pickers.js";

const INTERVAL = 5_000;

export class TrackChoice {
  /** @type {string|null} */
  chosen = null;
  #tracks = null;
  #timer = null;
  #isStopped = false;
  #turn;
  #show;

  /**
   * @param {(track: string) => void} turn to a track that was chosen
   * @param {(tracks: object[], chosen: string|null, isKnown: boolean) => void} show the list
   */
  constructor(turn, show) {
    this.#turn = turn;
    this.#show = show;
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  choose(track) {
    if (track === this.chosen) return;
    this.chosen = track;
    keepTrackInAddress(track);
    this.#turn(track);
    this.#showList();
    this.ask();
  }

  ask = async () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.ask, INTERVAL);
    const tracks = await fetchTracks();
    if (tracks === null || this.#isStopped) return;
    this.#tracks = tracks;
    const wanted = trackOfAddress() ?? tracks[0]?.id;
    if (this.chosen === null && wanted && tracks.length > 0) return this.choose(wanted);
    this.#showList();
  };

  #showList() {
    this.#show(this.#tracks ?? [], this.chosen, this.#tracks !== null);
  }
}
