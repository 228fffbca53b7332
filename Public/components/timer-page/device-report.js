/**
 * Tells the server how this device does: its clock, its battery, and how much it has not sent; now and
 * then, and when there is more or less of that. Keeps what the phone's time of day is off meanwhile, for
 * a start without a line.
 */

const INTERVAL = 15_000;
/** What changes is told so long after; what is acknowledged by then was no news. */
const SOON = 1_000;

export class DeviceReport {
  #line;
  #outbox;
  #clock;
  #battery = null;
  #unsent = null;
  #timer = null;
  #interval;

  constructor(line, outbox, clock) {
    this.#line = line;
    this.#outbox = outbox;
    this.#clock = clock;
    this.#interval = setInterval(() => {
      clock.remember();
      this.#tell();
    }, INTERVAL);
    line.addEventListener("welcome", this.#tellSoon);
    outbox.addEventListener("change", this.#onOutbox);
    // Browsers that tell it tell it to secure origins only.
    navigator.getBattery?.().then((battery) => {
      this.#battery = battery;
    }, () => {});
  }

  stop() {
    clearInterval(this.#interval);
    clearTimeout(this.#timer);
    this.#line.removeEventListener("welcome", this.#tellSoon);
    this.#outbox.removeEventListener("change", this.#onOutbox);
  }

  #onOutbox = () => {
    if (this.#outbox.size !== this.#unsent) this.#tellSoon();
  };

  /** At most once a second, however fast the taps. */
  #tellSoon = () => {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#line.isOpen && !this.#tell()) this.#tellSoon();
    }, SOON);
  };

  /** Answers whether the server was told: before the clock is known there is nothing to tell of it. */
  #tell() {
    const offset = this.#clock.wallOffset();
    if (offset === null) return false;
    const unsent = this.#outbox.size;
    const battery = this.#battery && Math.round(this.#battery.level * 100);
    const isTold = this.#line.send({
      type: "deviceStatus", offset, uncertainty: this.#clock.uncertainty(), unsent,
      ...(battery === null ? {} : { battery }),
    });
    if (isTold) this.#unsent = unsent;
    return isTold;
  }
}
