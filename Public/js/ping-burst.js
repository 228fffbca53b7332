/**
 * When a line pings: in a burst when it opens or its clock is in doubt, then now and then. Once the burst
 * is back the clock is settled: it will not be known much better soon.
 */

const BURST = 5;
const BURST_INTERVAL = 200;
const INTERVAL = 12_000;
/** On a poor line pings are lost: nobody waits longer than this for the rest of a burst. */
const PATIENCE = 3_000;

export class PingBurst {
  /** Whether the burst is over since the line opened or its clock came into doubt. */
  isSettled = false;
  /** Local milliseconds of the last ping. */
  pingedAt = 0;
  #ping;
  #settled;
  #unanswered = 0;
  #timers = [];
  #patience = null;

  /**
   * @param {() => void} ping sends one
   * @param {() => void} settled is called when a burst is over
   */
  constructor(ping, settled) {
    this.#ping = ping;
    this.#settled = settled;
  }

  /** Begins a burst; what waits for one that is not over yet waits no longer because of it. */
  start() {
    this.#clear();
    this.isSettled = false;
    this.#unanswered = BURST;
    this.#patience ??= setTimeout(this.#settle, PATIENCE);
    const ping = () => {
      this.pingedAt = performance.now();
      this.#ping();
    };
    ping();
    for (let n = 1; n < BURST; n++) this.#timers.push(setTimeout(ping, n * BURST_INTERVAL));
    this.#timers.push(setInterval(ping, INTERVAL));
  }

  /** One came back. */
  answered() {
    this.#unanswered -= 1;
    if (this.#unanswered === 0 && !this.isSettled) this.#settle();
  }

  stop() {
    this.#clear();
    clearTimeout(this.#patience);
    this.#patience = null;
    this.isSettled = false;
  }

  #clear() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }

  #settle = () => {
    clearTimeout(this.#patience);
    this.#patience = null;
    this.isSettled = true;
    this.#settled();
  };
}
