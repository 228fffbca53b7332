/**
 * What a screen reader is told while a race goes on: a new leader, an overall best, a finisher.
 * One sentence for all that happened, and not more often than a listener can follow.
 */

import { formatTime, THOUSANDTHS_DOWN } from "./format.js";

const INTERVAL = 6_000;
const AT_MOST = 3;

export class Announcer {
  #say;
  #pending = new Map();
  #timer = null;
  #saidAt = -Infinity;

  /** @param {(sentence: string) => void} say writes into a polite live region */
  constructor(say) {
    this.#say = say;
  }

  /** Tells what is new in `board` since `before`, for the runs of one session. */
  observe(before, board, session) {
    const rounding = board.track.rounding ?? THOUSANDTHS_DOWN;
    const names = new Map((board.track.checkpoints ?? []).map((each) => [each.id, each.name]));
    for (const run of board.runs.values()) {
      const old = before.runs.get(run.id);
      if (old === run || (session && run.session !== session.id)) continue;
      const name = run.runner.name || run.runner.id;
      if (run.place === 1 && old && old.place !== 1 && session?.rank === "race") {
        this.#note("leader", `${name} leads`);
      }
      if (run.status === "finished" && old?.status === "running") {
        const place = run.place ? `, place ${run.place}` : "";
        this.#note(run.id, `${name} finished in ${formatTime(run.time, rounding)}${place}`);
      }
      const known = new Set(old?.splits.map((split) => split.id));
      for (const split of run.splits) {
        if (known.has(split.id)) continue;
        const [what, time] = split.lapVerdict === "overallBest" ? ["lap", split.lapTime]
          : split.segmentVerdict === "overallBest" ? [names.get(split.checkpoint), split.segment]
          : [];
        if (what) {
          this.#note(what, `${name}: overall best ${what}, ${formatTime(time, rounding)}`);
        }
      }
    }
    this.#schedule();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /** A later sentence about the same thing takes the place of one that was not said yet. */
  #note(about, sentence) {
    this.#pending.delete(about);
    this.#pending.set(about, sentence);
  }

  #schedule() {
    if (this.#pending.size === 0 || this.#timer !== null) return;
    const wait = Math.max(0, this.#saidAt + INTERVAL - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#saidAt = performance.now();
      this.#say(`${[...this.#pending.values()].slice(-AT_MOST).join(". ")}.`);
      this.#pending.clear();
    }, wait);
  }
}
