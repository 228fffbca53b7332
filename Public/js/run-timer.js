/**
 * Times one run: makes the commands of what a runner does, keeps the run on the device, and follows
 * what the board says of it.
 */

import { deviceStore } from "./device-store.js";
import { uniqueId } from "./ids.js";
import { newRun, seenOn, standingOf } from "./own-run.js";
import { command, skipping, startingAgain, wishOf, withRefusal } from "./run-commands.js";

/** Nobody passes two checkpoints within a second: a second tap in it is a slip of the finger. */
const LEAST_SEGMENT = 1_000_000;

/**
 * Each deed is a change of the run as it is kept, together with its commands, and is shown once it is
 * kept; tabs of one device thus time the same run.
 *
 * Fires `change`, and `trouble` (detail: the refusal) when the server refused something.
 */
export class RunTimer extends EventTarget {
  /** The run as it is kept. @type {import("./own-run.js").OwnRun|null} */
  run = null;
  #outbox;
  #store;
  /** The board as it was seen last, and its run as it was taken in: most updates are about others. */
  #board = null;
  #seenRun = null;
  /** Instants of splits that are not kept yet. */
  #pending = new Set();

  constructor(outbox, store = deviceStore()) {
    super();
    this.#outbox = outbox;
    this.#store = store;
    outbox.addEventListener("acknowledged", this.#acknowledged);
    outbox.addEventListener("refused", this.#refused);
    outbox.addEventListener("retimed", this.#read);
    store.addEventListener("change", this.#read);
  }

  /** Goes on with the run that an earlier visit left. */
  async load() {
    await this.#read();
  }

  get standing() {
    return standingOf(this.run);
  }

  stop() {
    this.#outbox.removeEventListener("acknowledged", this.#acknowledged);
    this.#outbox.removeEventListener("refused", this.#refused);
    this.#outbox.removeEventListener("retimed", this.#read);
    this.#store.removeEventListener("change", this.#read);
  }

  /** Starts a run, unless another tab has started one meanwhile, which is gone on with. */
  async start(track, runner, number, instant) {
    const { at, uncertainty } = instant;
    const started = newRun({ id: uniqueId(), track, runner, number: number || null, at });
    const { run } = await this.#outbox.post((kept) => (kept ? { run: kept } : {
      run: started,
      commands: [command(started, "startRun", {
        run: started.id, runner: runner.id, at, uncertainty, revision: track.revision,
        ...(number ? { number } : {}), instant,
      })],
    }));
    this.#show(run);
  }

  /** Whether a tap at this instant comes so soon that it is likelier a slip than a passing. */
  isTooSoon(at) {
    const last = Math.max(this.standing.counted.at(-1)?.at ?? this.run.startedAt, ...this.#pending);
    // One that lies ahead was read from a time of day that will turn out to have been wrong.
    return Math.abs(at - last) < LEAST_SEGMENT;
  }

  /** Records a passing of the next place; `isAccepted` makes it count, whatever the rules say. */
  async split(instant, isAccepted = false) {
    const { at, uncertainty, tap } = instant;
    let place = null;
    this.#pending.add(at);
    await this.#change((run) => {
      const { next } = standingOf(run);
      if (!next) return {};
      const id = uniqueId();
      place = { ...next, id };
      const commands = [command(run, "recordSplit", {
        split: id, run: run.id, checkpoint: next.checkpoint, at, uncertainty,
        reading: tap.reading, method: "tap", instant,
      })];
      if (isAccepted) commands.push(command(run, "acceptSplit", { split: id }));
      const wish = isAccepted ? wishOf(commands[1], "counted") : null;
      const { checkpoint, lap } = next;
      const split = { id, checkpoint, lap, at, uncertainty, seen: null, wish, refused: null };
      return { run: { ...run, splits: [...run.splits, split] }, commands };
    });
    this.#pending.delete(at);
    return place;
  }

  /** Passes over the next place, and answers with it. */
  async skip() {
    let place = null;
    await this.#change((run) => {
      place = standingOf(run).next;
      return place ? skipping(run, "skipCheckpoint", place, true) : {};
    });
    return place;
  }

  /** Takes a skip back. */
  undoSkip(place) {
    return this.#change((run) => skipping(run, "restoreCheckpoint", place, false));
  }

  void(split) {
    return this.#correct("voidSplit", split, "voided");
  }

  restore(split) {
    return this.#correct("restoreSplit", split, "counted");
  }

  accept(split) {
    return this.#correct("acceptSplit", split, "counted");
  }

  /** Ends the run by hand: an open-ended one is finished, another one did not finish. */
  end(instant) {
    return this.#change((run) => {
      const finish = command(run, "finishRun", { run: run.id, at: instant.at, instant });
      return { run: { ...run, wasStopped: true, ending: wishOf(finish, true) }, commands: [finish] };
    });
  }

  /** Takes back the end, however it came: the split at the last line, or the stop. */
  async undoEnd() {
    if (!this.run.wasStopped) {
      const last = this.standing.counted.at(-1);
      return last && this.void(last.id);
    }
    return this.#change((run) => {
      const reopen = command(run, "reopenRun", { run: run.id });
      return { run: { ...run, wasStopped: false, ending: wishOf(reopen, false) }, commands: [reopen] };
    });
  }

  /** The run was no run: a false start. */
  discard() {
    return this.#change((run) => ({
      run: null, commands: [command(run, "voidRun", { run: run.id, reason: "discarded by the runner" })],
    }));
  }

  /** The run is over; a start that was refused is tried once more before it is let go of. */
  forget() {
    return this.#change((run) => ({ ...(run.refusedStart ? this.#startingAgain(run) : {}), run: null }));
  }

  /**
   * Sends a start that the server refused again, as a new command. It has the splits already, which
   * count once their run is known; of a run that it did not know it could skip nothing.
   */
  resendStart() {
    return this.#change((run) => (run.refusedStart ? this.#startingAgain(run) : {}));
  }

  /**
   * Sends a command that was refused again, as a new one.
   * @param {import("./indexed-store.js").Kept} kept
   * @param {object} [corrected] fields of it that are others now
   */
  async resend({ command: { commandId, ...refused } }, corrected = {}) {
    if (refused.type === "startRun" && refused.run === this.run?.id) return this.resendStart();
    const { run } = await this.#outbox.post((run) => ({
      run: run && { ...run, splits: run.splits.map((split) =>
        (refused.type === "recordSplit" && split.id === refused.split ? { ...split, refused: null } : split)) },
      commands: [{ ...refused, ...corrected }], remove: [commandId],
    }));
    this.#show(run);
  }

  /** What was refused because the server had not got the run is done with too. */
  #startingAgain(run) {
    const { remove, ...changes } = startingAgain(run);
    const followed = this.#outbox.refused.map(({ command: refused }) => refused)
      .filter((refused) => refused.run === run.id && refused.type.endsWith("Checkpoint"));
    return { ...changes, remove: [...remove, ...followed.map(({ commandId }) => commandId)] };
  }

  /** Takes in what the board shows. */
  see(board) {
    this.#board = board;
    if (!this.run || board.track.id !== this.run.track.id) return;
    const onBoard = board.runs.get(this.run.id);
    const isWaiting = this.run.ending
      || [...this.run.splits, ...this.run.skips].some(({ wish }) => wish);
    if (onBoard === this.#seenRun && !isWaiting) return;
    this.#seenRun = onBoard;
    this.#change((run) => ({ run }), false);
  }

  #correct(type, id, value) {
    return this.#change((run) => {
      const correction = command(run, type, { split: id });
      const wish = wishOf(correction, value);
      return {
        run: { ...run, splits: run.splits.map((split) => (split.id === id ? { ...split, wish } : split)) },
        commands: [correction],
      };
    });
  }

  #acknowledged = ({ detail: { answer } }) => {
    const settle = (wish) =>
      (wish?.command === answer.commandId ? { ...wish, seq: answer.seq } : wish);
    this.#change((run) => ({
      run: {
        ...run, ending: settle(run.ending),
        splits: run.splits.map((split) => ({ ...split, wish: settle(split.wish) })),
        skips: run.skips.map((skip) => ({ ...skip, wish: settle(skip.wish) })),
      },
    }), false);
  };

  #refused = async ({ detail: refusal }) => {
    await this.#change((run) => ({ run: withRefusal(run, refusal) }), false);
    this.dispatchEvent(new CustomEvent("trouble", { detail: refusal }));
  };

  /**
   * Changes the run as it is kept, with what the board shows laid over it; nothing where there is none.
   * @param {(run: object) => {run?: object|null, commands?: object[]}} work
   */
  async #change(work, isStrict = true) {
    const changes = await this.#outbox.post((kept) => {
      if (!kept) return {};
      const { run, ...rest } = work(kept);
      if (!run) return { run, ...rest };
      const laid = this.#board?.track.id === run.track.id ? seenOn(run, this.#board) : run;
      return { run: isSame(laid, kept) ? undefined : laid, ...rest };
    }, isStrict);
    if (changes.run !== undefined) this.#show(changes.run);
  }

  #read = async () => {
    const { run: kept } = await this.#store.read();
    const run = kept?.id && kept.track?.checkpoints?.length && Array.isArray(kept.splits) ? kept : null;
    if (!isSame(run, this.run)) this.#show(run);
  };

  #show(run) {
    this.run = run ?? null;
    this.dispatchEvent(new Event("change"));
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
