/**
 * Times one run: makes the commands of what a runner does, keeps the run on the device, and follows
 * what the board says of it.
 */

import { uniqueId } from "./ids.js";
import { newRun, seenOn, standingOf } from "./own-run.js";
import { storedValue, storeValue } from "./storage.js";

/** Nobody passes two checkpoints within a second: a second tap in it is a slip of the finger. */
const LEAST_SEGMENT = 1_000_000;

/** Fires `change`, and `trouble` (detail: a sentence) when the server refused something. */
export class RunTimer extends EventTarget {
  /** @type {import("./own-run.js").OwnRun|null} */
  run = null;
  #outbox;
  /** The board's run as it was taken in last: most updates are about others. */
  #seenRun = null;

  constructor(outbox) {
    super();
    this.#outbox = outbox;
    const kept = storedValue("own-run");
    if (kept?.id && kept.track?.checkpoints?.length && Array.isArray(kept.splits)) this.run = kept;
    outbox.addEventListener("acknowledged", this.#acknowledged);
    outbox.addEventListener("refused", this.#refused);
  }

  get standing() {
    return standingOf(this.run);
  }

  stop() {
    this.#outbox.removeEventListener("acknowledged", this.#acknowledged);
    this.#outbox.removeEventListener("refused", this.#refused);
  }

  start(track, runner, number, { at, uncertainty }) {
    this.run = newRun({ id: uniqueId(), track, runner, number: number || null, at });
    this.#keep();
    this.#send("startRun", {
      run: this.run.id, runner: runner.id, at, uncertainty, revision: track.revision,
      ...(number ? { number } : {}),
    });
  }

  /** Whether a tap at this instant comes so soon that it is likelier a slip than a passing. */
  isTooSoon(at) {
    const last = this.standing.counted.at(-1)?.at ?? this.run.startedAt;
    return at - last < LEAST_SEGMENT;
  }

  /** Records a passing of the next place; `isAccepted` makes it count, whatever the rules say. */
  split({ at, uncertainty, reading }, isAccepted = false) {
    const { next } = this.standing;
    if (!next) return null;
    const split = {
      id: uniqueId(), checkpoint: next.checkpoint, lap: next.lap, at,
      seen: null, wish: null, refused: null,
    };
    this.run = { ...this.run, splits: [...this.run.splits, split] };
    this.#keep();
    this.#send("recordSplit", {
      split: split.id, run: this.run.id, checkpoint: next.checkpoint, at, uncertainty, reading,
      method: "tap",
    });
    if (isAccepted) this.accept(split.id);
    else this.#fire();
    return { ...next, id: split.id };
  }

  /** Passes over the next place. */
  skip() {
    const { next } = this.standing;
    this.#wishSkip("skipCheckpoint", next, true);
    return next;
  }

  /** Takes a skip back. */
  undoSkip(place) {
    this.#wishSkip("restoreCheckpoint", place, false);
  }

  #wishSkip(type, { checkpoint, lap }, value) {
    const wish = this.#send(type, { run: this.run.id, checkpoint, lap }, value);
    const others = this.run.skips.filter((skip) =>
      skip.checkpoint !== checkpoint || skip.lap !== lap);
    this.#change({ skips: [...others, { checkpoint, lap, wish }] });
  }

  void(split) {
    this.#correct("voidSplit", split, "voided");
  }

  restore(split) {
    this.#correct("restoreSplit", split, "counted");
  }

  accept(split) {
    this.#correct("acceptSplit", split, "counted");
  }

  /** Ends the run by hand: an open-ended one is finished, another one did not finish. */
  end(at) {
    const wish = this.#send("finishRun", { run: this.run.id, at }, true);
    this.#change({ wasStopped: true, ending: wish });
  }

  /** Takes back the end, however it came: the split at the last line, or the stop. */
  undoEnd() {
    if (this.run.wasStopped) {
      const wish = this.#send("reopenRun", { run: this.run.id }, false);
      return this.#change({ wasStopped: false, ending: wish });
    }
    const last = this.standing.counted.at(-1);
    if (last) this.void(last.id);
  }

  /** The run was no run: a false start. */
  discard() {
    this.#send("voidRun", { run: this.run.id, reason: "discarded by the runner" });
    this.#letGo();
  }

  /** The run is over; a start that was refused is tried once more before it is let go of. */
  forget() {
    if (this.run.refusedStart) this.resendStart();
    this.#letGo();
  }

  /**
   * Sends a start that the server refused again, as a new command. It has the splits already, which
   * count once their run is known; of a run that it did not know it could skip nothing.
   */
  resendStart() {
    if (!this.run?.refusedStart) return;
    const { commandId, type, track, ...start } = this.run.refusedStart.command;
    const skips = this.run.skips.filter(({ wish }) => wish?.value);
    this.#change({ refusedStart: null, skips: [] });
    this.#send(type, start);
    for (const skip of skips) this.#wishSkip("skipCheckpoint", skip, true);
  }

  #letGo() {
    this.run = null;
    this.#keep();
    this.#fire();
  }

  /** Takes in what the board shows. */
  see(board) {
    if (!this.run || board.track.id !== this.run.track.id) return;
    const onBoard = board.runs.get(this.run.id);
    const isWaiting = this.run.ending
      || [...this.run.splits, ...this.run.skips].some(({ wish }) => wish);
    if (onBoard === this.#seenRun && !isWaiting) return;
    this.#seenRun = onBoard;
    this.#change(seenOn(this.run, board));
  }

  #correct(type, id, value) {
    const wish = this.#send(type, { split: id }, value);
    this.#changeSplit(id, { wish });
  }

  /** Sends a command about the run's track; answers with the wish that stands until it is shown. */
  #send(type, fields, value = null) {
    const commandId = uniqueId();
    const command = { type, commandId, track: this.run.track.id, ...fields };
    this.#outbox.send(command).catch(() => {}); // `refused` tells the page, also after a reload.
    return { value, command: commandId, seq: null };
  }

  #acknowledged = ({ detail: { answer } }) => {
    if (!this.run) return;
    const settle = (wish) =>
      (wish?.command === answer.commandId ? { ...wish, seq: answer.seq } : wish);
    this.#change({
      ending: settle(this.run.ending),
      splits: this.run.splits.map((split) => ({ ...split, wish: settle(split.wish) })),
      skips: this.run.skips.map((skip) => ({ ...skip, wish: settle(skip.wish) })),
    });
  };

  #refused = ({ detail: refusal }) => {
    const { command } = refusal;
    if (command.type === "startRun" && command.run === this.run?.id) {
      this.#change({ refusedStart: { command, message: refusal.message } });
    }
    if (this.run && command.track === this.run.track.id) {
      const drop = (wish) => (wish?.command === command.commandId ? null : wish);
      this.#change({
        ending: drop(this.run.ending),
        splits: this.run.splits.map((split) => ({
          ...split, wish: drop(split.wish),
          refused: command.type === "recordSplit" && command.split === split.id
            ? refusal.message : split.refused,
        })),
        // A skip that was refused is none; one whose end was refused stays. Of a run that the server
        // has not got they wait for its start.
        skips: this.run.refusedStart ? this.run.skips : this.run.skips
          .filter(({ wish }) => wish?.command !== command.commandId || !wish.value)
          .map((skip) => ({ ...skip, wish: drop(skip.wish) })),
      });
    }
    this.dispatchEvent(new CustomEvent("trouble", { detail: refusal }));
  };

  #changeSplit(id, changes) {
    this.#change({
      splits: this.run.splits.map((split) => (split.id === id ? { ...split, ...changes } : split)),
    });
  }

  #change(changes) {
    this.run = { ...this.run, ...changes };
    this.#keep();
    this.#fire();
  }

  #keep() {
    storeValue("own-run", this.run);
  }

  #fire() {
    this.dispatchEvent(new Event("change"));
  }
}
