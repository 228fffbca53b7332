/** Asks before the page is left, as long as there is something that leaving would interrupt. */
export class LeaveGuard {
  #isWanted = false;

  want(isWanted) {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    // Only while it is wanted: a page that listens is not kept for the way back.
    if (isWanted) addEventListener("beforeunload", this.#ask);
    else removeEventListener("beforeunload", this.#ask);
  }

  #ask = (event) => {
    event.preventDefault();
    event.returnValue = "The run goes on.";
  };
}
