/**
 * Holds back a tap that comes right after another: gloves bounce. The tap is not lost, a second, wanted
 * one accepts it with its own instant.
 */

/** A second tap in so short a time is the same bounce, not an answer. */
const BOUNCE = 400_000;
const HELD_FOR = 2_000;

export class SlipGuard {
  #held = null;
  #lastAt = 0;
  #timer = null;
  #changed;

  /** @param changed is called when a held tap is given up */
  constructor(changed) {
    this.#changed = changed;
  }

  get isHolding() {
    return this.#held !== null;
  }

  /** The tap that counts now, `null` where this one is held back. */
  take(instant, isTooSoon) {
    const held = this.#held;
    const isBounce = Math.abs(instant.at - this.#lastAt) < BOUNCE;
    this.#lastAt = instant.at;
    if (held && isBounce) return null;
    this.clear();
    if (held) return { instant: held, isAccepted: true };
    if (!isTooSoon) return { instant, isAccepted: false };
    this.#held = instant;
    this.#timer = setTimeout(() => {
      this.clear();
      this.#changed();
    }, HELD_FOR);
    return null;
  }

  clear() {
    clearTimeout(this.#timer);
    this.#held = null;
  }
}
