/** What comes before a run: which track, made here if need be, and who runs. */

import "../timer-course/timer-course.js";
import "../timer-ready/timer-ready.js";
import "../timer-runner/timer-runner.js";
import "../timer-track/timer-track.js";
import { bestOn, tracks } from "../../js/known-runners.js";
import { storedValue, storeValue } from "../../js/storage.js";

export class Setup {
  /** The chosen track, also while a run goes on over it. */
  track = null;
  #runner = storedValue("own-runner");
  #page;

  /** @param page what it needs of the page: `show`, `follow`, `start`, `warn`, `outbox`, `clock` */
  constructor(page) {
    this.#page = page;
  }

  /** @param {string|null} wanted the track that the address names */
  async begin(wanted) {
    if (!wanted) return this.#chooseTrack();
    try {
      const track = (await tracks()).find(({ id }) => id === wanted);
      if (track) return this.use(track);
      this.#page.warn(`There is no track “${wanted}” here. Choose one of these, or create it.`);
    } catch {
      // The list says that the server does not answer, and tries again.
    }
    this.#chooseTrack();
  }

  /** Goes on with a track: to the start, where it is known who runs. */
  use(track) {
    this.track = track;
    this.#page.follow(track.id);
    if (this.#runner) this.#showReady();
    else this.#askRunner();
  }

  /** What a list of tracks leaves out comes with the board: where a lap begins, how times are rounded. */
  learn(track) {
    if (this.track?.id === track.id) this.track = { ...this.track, ...track };
  }

  #chooseTrack = () => {
    this.#page.show("track", "timer-track", {}, {
      track: ({ detail }) => this.use(detail),
      create: ({ detail }) => this.#createTrack(detail),
    });
  };

  #createTrack(taken) {
    this.#page.show("course", "timer-course", { outbox: this.#page.outbox, taken }, {
      created: ({ detail }) => this.use(detail),
      back: this.#chooseTrack,
    });
  }

  #askRunner = () => {
    this.#page.show("runner", "timer-runner", { track: this.track, last: this.#runner }, {
      runner: ({ detail: { isNew, ...runner } }) => this.#useRunner(runner, isNew),
      back: this.#chooseTrack,
    });
  };

  #useRunner(runner, isNew) {
    this.#runner = runner;
    storeValue("own-runner", runner);
    if (isNew) {
      const command = { type: "registerRunner", runner: runner.id, name: runner.name };
      this.#page.outbox.post(() => ({ commands: [command] })); // `refused` tells the page.
    }
    this.#showReady();
  }

  #showReady() {
    const { clock, show, start } = this.#page;
    const ready = show("ready", "timer-ready", { track: this.track, runner: this.#runner, clock }, {
      start: ({ detail }) => start(this.track, this.#runner, detail),
      "change-track": this.#chooseTrack,
      "change-runner": this.#askRunner,
    });
    bestOn(this.track, this.#runner.id).then((best) => ready.showBest(best), () => {});
  }
}
