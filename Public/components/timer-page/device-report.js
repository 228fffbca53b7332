/**
 * Tells the server now and then how this device does: its clock, and how much it has not sent. Keeps
 * what the phone's time of day is off meanwhile, for a start without a line.
 */

const INTERVAL = 15_000;

export class DeviceReport {
  #timer = null;

  constructor(line, outbox, clock) {
    this.#timer = setInterval(() => {
      clock.remember();
      const offset = clock.offset();
      if (offset === null || !line.isOpen) return;
      line.send({
        type: "deviceStatus", offset, uncertainty: clock.uncertainty(), unsent: outbox.size,
      });
    }, INTERVAL);
  }

  stop() {
    clearInterval(this.#timer);
  }
}
