/**
 * `<timer-run>`: a run that goes on. The clock, the last split, and one button for the next. Fires
 * `say` (detail: a sentence for those who listen); that the run has ended shows on its timer.
 */

import "../confirm-dialog/confirm-dialog.js";
import "../tap-button/tap-button.js";
import { lapWords } from "../../js/course.js";
import { element, setText } from "../../js/dom.js";
import { pulse } from "../../js/pulse.js";
import { deltaWords, splitFigures, stateWords } from "../../js/split-figures.js";
import { LastSplit } from "./last-split.js";
import { RunClock } from "./run-clock.js";
import { SlipGuard } from "./slip-guard.js";
import { SplitsDialog } from "./splits-dialog.js";
import { UndoToast } from "./undo-toast.js";

class TimerRun extends HTMLElement {
  /** @type {import("../../js/run-timer.js").RunTimer} */
  timer = null;
  /** @type {import("../../js/tap-clock.js").TapClock} */
  clock = null;
  #face = new RunClock();
  #last = new LastSplit();
  #toast = new UndoToast();
  #guard = new SlipGuard(() => this.#show());
  #tap = element("tap-button");
  #missed = element("button", "action missed", "Missed it");
  #splits = element("button", "action small");
  #finish = element("button", "action small", "Finish run…");
  #confirm = element("confirm-dialog");
  #dialog = null;
  /** Splits whose answer has been told. */
  #told = new Set();
  #missedAt = -Infinity;
  #frame = 0;

  connectedCallback() {
    this.#tap.clock = this.clock;
    this.#dialog = new SplitsDialog(this.timer, { stop: this.#stop, discard: this.#discard });
    for (const button of [this.#missed, this.#splits, this.#finish]) button.type = "button";
    this.#finish.hidden = this.timer.run.track.laps !== 0;
    this.replaceChildren(this.#face.element, this.#last.element,
      element("div", "run-tools", this.#splits, this.#finish), this.#toast.element,
      element("div", "run-buttons", this.#missed, this.#tap), this.#dialog.element, this.#confirm);
    this.#tap.addEventListener("tap", this.#onTap);
    this.#missed.addEventListener("click", this.#onMissed);
    this.#splits.addEventListener("click", () => this.#dialog.open());
    this.#dialog.element.addEventListener("close", () => this.#tap.focus());
    this.#finish.addEventListener("click", this.#onFinish);
    this.timer.addEventListener("change", this.#show);
    for (const entry of this.timer.run.splits) if (entry.seen) this.#told.add(entry.id);
    this.#show();
    this.#tap.focus();
    this.#draw();
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    this.timer.removeEventListener("change", this.#show);
    this.#guard.clear();
    this.#toast.hide();
  }

  focus() {
    this.#tap.focus();
  }

  #draw = () => {
    if (this.timer.run) this.#face.draw(this.timer.run, this.clock.now());
    this.#frame = requestAnimationFrame(this.#draw);
  };

  #show = () => {
    const { run } = this.timer;
    if (!run) return;
    const { standing } = this.timer;
    const { next } = standing;
    this.#last.show(run, standing);
    this.#dialog.show(run, standing);
    setText(this.#splits, `Splits (${standing.entries.length}) and more`);
    if (this.#guard.isHolding) {
      this.#tap.show({ verb: "Ignored – tap to accept", name: next?.name, kind: "ignored",
        note: "That was within a second of the last" });
    } else if (next) {
      this.#tap.show(next.isLast
        ? { verb: "Finish", note: lapWords(run.track, next.lap), kind: "finish" }
        : { verb: "Split:", name: next.name, note: lapWords(run.track, next.lap), kind: "split" });
    }
    const isAtMissed = document.activeElement === this.#missed;
    this.#missed.disabled = !next || next.isLast;
    if (isAtMissed && this.#missed.disabled) this.#tap.focus();
    this.#missed.setAttribute("aria-label", next ? `Missed it: skip ${next.name}` : "Missed it");
    for (const entry of standing.entries) this.#tell(run, entry, standing.counted);
  };

  /** The press is answered at once; that it is a split is said when it is kept. */
  #onTap = async ({ detail: instant }) => {
    const { timer } = this;
    if (timer.standing.hasEnded) return;
    const answer = this.#guard.take(instant, timer.isTooSoon(instant.at));
    this.#tap.flash();
    if (answer === null) {
      pulse("refused");
      return this.#show();
    }
    const place = await timer.split(answer.instant, answer.isAccepted);
    if (!place) return;
    pulse(place.isLast ? "finish" : "split");
    if (this.isConnected) this.#offerUndo(place);
  };

  #offerUndo({ id, name }) {
    this.#toast.show(`${name} recorded`, `Void ${name}`, () => {
      this.timer.void(id);
      this.#toast.show(`${name} voided`, `Restore ${name}`, () => {
        this.timer.restore(id);
        this.#tap.focus();
      });
      this.#tap.focus();
    });
  }

  #onMissed = async () => {
    const { timer } = this;
    // Gloves bounce here too.
    if (performance.now() - this.#missedAt < 1_000) return;
    this.#missedAt = performance.now();
    this.#guard.clear();
    this.#toast.hide();
    const place = await timer.skip();
    if (!place) return;
    this.#toast.show(`${place.name} skipped`, `Undo: I passed ${place.name}`, () => {
      timer.undoSkip(place);
      this.#tap.focus();
    });
    this.#fire(`${place.name} skipped`);
    this.#tap.focus();
  };

  #onFinish = async (event) => {
    const instant = this.clock.instant(event);
    if (await this.#confirm.ask({
      title: "Finish this run now?", yes: "Finish the run", no: "Keep running",
      text: "It ends with the laps that you have completed. You can undo this on the next page.",
    })) this.timer.end(instant);
  };

  #stop = async (event) => {
    const instant = this.clock.instant(event);
    if (await this.#confirm.ask({
      title: "Stop without finishing?", yes: "Stop: did not finish", no: "Keep running",
      text: "The run is kept as “did not finish”, with the splits that it has. You can undo this on the next page.",
    })) this.timer.end(instant);
    this.#tap.focus();
  };

  #discard = async () => {
    if (await this.#confirm.ask({
      title: "Discard this run?", yes: "Discard: it was a false start", no: "Keep running",
      text: "The run is taken off the board and counts for nothing. Only race control can bring it back.",
    })) this.timer.discard();
    else this.#tap.focus();
  };

  /** Says once what the server makes of a split; offers to count what it set aside. */
  #tell(run, entry, counted) {
    if (!entry.seen || entry.wish || this.#told.has(entry.id)) return;
    this.#told.add(entry.id);
    const figures = splitFigures(run, entry, counted);
    if (entry.state === "counted") {
      const delta = entry === counted.at(-1)
        ? deltaWords(run.seen?.delta?.personalBest, run.track.rounding, "on your best") : "";
      return this.#fire([entry.name, figures.segment, figures.words, delta].filter(Boolean).join(", "));
    }
    if (entry.state === "voided") return;
    this.#fire(`${entry.name} ${stateWords(entry.state)}`);
    this.#toast.show(`${entry.name} ${stateWords(entry.state)}`, `Count ${entry.name}`, () => {
      this.timer.accept(entry.id);
      this.#tap.focus();
    });
  }

  #fire(sentence) {
    this.dispatchEvent(new CustomEvent("say", { detail: sentence }));
  }
}

customElements.define("timer-run", TimerRun);
