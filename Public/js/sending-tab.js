/**
 * Which of the tabs of this device sends: one alone, and the one that was looked at last, since a tab out
 * of sight may be put to sleep. By a lock of the browser; plain HTTP has none, and there a lease in the
 * device's store does. (Should two send for a moment, the server takes a repeat for what it is.)
 */

import { uniqueId } from "./ids.js";

const BEAT = 2_000;
const LEASE = 3 * BEAT;

export class SendingTab {
  isMine = false;
  #name;
  #store;
  #granted;
  #tab = uniqueId();
  #isWanted = false;
  #release = null;
  #queued = null;
  #timer = null;

  /**
   * @param name of the box whose commands are sent
   * @param granted is called when it has become this tab's turn
   */
  constructor(name, store, granted) {
    this.#name = name;
    this.#store = store;
    this.#granted = granted;
    document.addEventListener("visibilitychange", this.#onSight);
    addEventListener("pagehide", this.#onHide);
    store.addEventListener("told", this.#onTold);
  }

  /** This tab can send. */
  seek() {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#ask(document.visibilityState === "visible");
  }

  /** It cannot: another one may. */
  letGo() {
    this.#isWanted = false;
    this.#queued?.abort();
    this.#release?.();
    clearTimeout(this.#timer);
    if (this.isMine && !navigator.locks) {
      this.#store.lease(this.#name, (lease) => (lease?.tab === this.#tab ? null : lease));
    }
    this.#release = this.#queued = null;
    this.isMine = false;
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#onSight);
    removeEventListener("pagehide", this.#onHide);
    this.#store.removeEventListener("told", this.#onTold);
    this.letGo();
  }

  #ask(isFirst) {
    if (navigator.locks) this.#lock(isFirst);
    else this.#beat(isFirst);
  }

  async #lock(isFirst) {
    this.#queued?.abort();
    const queued = isFirst ? null : new AbortController();
    this.#queued = queued;
    try {
      await navigator.locks.request(`livetiming.${this.#name}`,
        isFirst ? { steal: true } : { signal: queued.signal },
        () => new Promise((release) => {
          if (!this.#isWanted || queued?.signal.aborted) return release();
          this.#release = release;
          this.#take();
        }));
    } catch {
      // Given up by this tab, or taken over by another, behind which it waits.
      if (queued?.signal.aborted || !this.#isWanted) return;
      this.isMine = false;
      this.#release = null;
      this.#lock(false);
    }
  }

  async #beat(isFirst) {
    clearTimeout(this.#timer);
    const now = Date.now();
    const lease = await this.#store.lease(this.#name, (held) => {
      const isHeld = held && held.tab !== this.#tab && held.until > now && held.until <= now + LEASE;
      return isHeld && !isFirst ? held : { tab: this.#tab, until: now + LEASE };
    });
    if (!this.#isWanted) return;
    this.#timer = setTimeout(() => this.#beat(false), BEAT);
    if (lease.tab !== this.#tab) this.isMine = false;
    else if (!this.isMine) {
      this.#store.tell({ takenOver: this.#name });
      this.#take();
    }
  }

  #take() {
    this.isMine = true;
    this.#granted();
  }

  /** Another tab has the lease now. */
  #onTold = ({ detail: { takenOver } }) => {
    if (takenOver === this.#name) this.isMine = false;
  };

  #onSight = () => {
    if (this.#isWanted && !this.isMine && document.visibilityState === "visible") this.#ask(true);
  };

  /** Whoever comes next must not wait for a lease to run out. */
  #onHide = () => {
    if (!navigator.locks && this.#isWanted) this.letGo();
  };
}
