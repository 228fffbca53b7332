/**
 * Tells whether the reader's hand is at work on an element, so that nothing moves under it: while a
 * pointer is down and 700 ms after, while a mouse is on its way over it, and shortly after the
 * keyboard moved its focus. A mouse that only rests there holds nothing up.
 */

const QUIET_AFTER = 700;
const KEYBOARD_QUIET_AFTER = 2_000;

export class QuietHand {
  #element;
  #isDown = false;
  #busyUntil = 0;
  #timer = null;

  constructor(element) {
    this.#element = element;
  }

  start() {
    this.#element.addEventListener("pointerdown", this.#down);
    this.#element.addEventListener("pointermove", this.#move);
    this.#element.addEventListener("focusin", this.#focus);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#up);
  }

  stop() {
    this.#element.removeEventListener("pointerdown", this.#down);
    this.#element.removeEventListener("pointermove", this.#move);
    this.#element.removeEventListener("focusin", this.#focus);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#up);
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  get isBusy() {
    return this.#isDown || performance.now() < this.#busyUntil;
  }

  /** Runs `action` once the hand rests; a later call takes the place of one that still waits. */
  whenQuiet(action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isBusy) this.whenQuiet(action);
      else action();
    }, this.#isDown ? QUIET_AFTER : Math.max(this.#busyUntil - performance.now(), 0) + 10);
  }

  #down = () => {
    this.#isDown = true;
  };

  #up = () => {
    if (this.#isDown) this.#busyFor(QUIET_AFTER);
    this.#isDown = false;
  };

  #move = () => this.#busyFor(QUIET_AFTER);

  #focus = (event) => {
    if (event.target.matches(":focus-visible")) this.#busyFor(KEYBOARD_QUIET_AFTER);
  };

  #busyFor(milliseconds) {
    this.#busyUntil = Math.max(this.#busyUntil, performance.now() + milliseconds);
  }
}
