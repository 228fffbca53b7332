/**
 * The devices that time, as the server tells race control of them: asked for every few seconds while
 * they are looked at, now and then otherwise, and not at all while nobody sees the page.
 */

import { ask } from "./ask.js";

const LOOKED_AT = 2_000;
const NOT_LOOKED_AT = 15_000;

/**
 * @typedef {object} DeviceReport as `/api/v1/devices` gives it, and since when it has had captures that
 *   the server lacks
 * @property {string} id
 * @property {string} role
 * @property {string} client
 * @property {boolean} connected
 * @property {number} lastHeard
 * @property {{at: number, offset: number, uncertainty: number, unsent: number, battery: number|null}|null} status
 * @property {number} captures
 * @property {{track: string, at: number}|null} lastCapture
 * @property {number|null} unsentSince the server's time; `null` where it has none
 */

/** Fires `change` when there is something else to show. */
export class DeviceList extends EventTarget {
  /** @type {DeviceReport[]|null} as they were last told; `null` before that */
  devices = null;
  /** The server's time of that. */
  time = null;
  /** Why the last question had no answer. @type {Error|null} */
  fault = null;
  #token;
  #interval = NOT_LOOKED_AT;
  #timer = null;
  #end = new AbortController();
  #isAsking = false;

  constructor(token) {
    super();
    this.#token = token;
  }

  start() {
    document.addEventListener("visibilitychange", this.#askNow);
    this.#askNow();
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#askNow);
    clearTimeout(this.#timer);
    this.#end.abort();
  }

  /** Whether they are looked at: then they are asked for at once, and more often. */
  look(isLookedAt) {
    const interval = isLookedAt ? LOOKED_AT : NOT_LOOKED_AT;
    if (interval === this.#interval) return;
    this.#interval = interval;
    if (isLookedAt) this.#askNow();
  }

  #askNow = () => {
    clearTimeout(this.#timer);
    if (document.visibilityState === "visible" && !this.#isAsking) this.#ask();
  };

  async #ask() {
    this.#isAsking = true;
    try {
      const { time, devices } = await ask("devices", this.#end.signal, this.#token);
      this.devices = devices.map((each) => withUnsentSince(each, time, this.devices));
      this.time = time;
      this.fault = null;
    } catch (fault) {
      if (fault.name === "AbortError") return;
      this.fault = fault;
    } finally {
      this.#isAsking = false;
    }
    this.dispatchEvent(new Event("change"));
    this.#timer = setTimeout(this.#askNow, this.#interval);
  }
}

/** A device that had something unsent when it was told of before, and still has, has it since then. */
function withUnsentSince(device, time, before) {
  const since = before?.find(({ id }) => id === device.id)?.unsentSince ?? time;
  return { ...device, unsentSince: device.status?.unsent > 0 ? since : null };
}
