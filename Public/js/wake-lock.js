/**
 * Keeps the screen on while a run goes on. The browser lets go of the lock whenever the page is out of
 * sight, so it is taken again on return; some have none, and the page then says so.
 */
export class WakeLock {
  isHeld = false;
  #isWanted = false;
  #lock = null;
  #changed;

  /** @param changed is called when `isHeld` has changed */
  constructor(changed) {
    this.#changed = changed;
    document.addEventListener("visibilitychange", this.#take);
  }

  want(isWanted) {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) return void this.#take();
    this.#lock?.release().catch(() => {});
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#take);
    this.want(false);
  }

  #take = async () => {
    if (!this.#isWanted || this.isHeld || document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock?.request("screen");
      if (!lock) return;
      this.#lock = lock;
      lock.addEventListener("release", () => this.#set(false));
      this.#set(true);
      if (!this.#isWanted) await lock.release();
    } catch {
      this.#set(false);
    }
  };

  #set(isHeld) {
    this.isHeld = isHeld;
    this.#changed();
  }
}
