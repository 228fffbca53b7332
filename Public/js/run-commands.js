/**
 * What a runner does as commands about a run, and the run as they make it. A command that has to be
 * seen through leaves a wish, which stands until the board shows it.
 */

import { uniqueId } from "./ids.js";

/** A command about the run's track. */
export function command(run, type, fields) {
  return { type, commandId: uniqueId(), track: run.track.id, ...fields };
}

/** What a command will make of a split, of a place or of the run, until it is shown. */
export const wishOf = ({ commandId }, value) => ({ value, command: commandId, seq: null });

/** A place that is to be passed over, or not. */
export function skipping(run, type, { checkpoint, lap }, value) {
  const skip = command(run, type, { run: run.id, checkpoint, lap });
  const others = run.skips.filter((each) => each.checkpoint !== checkpoint || each.lap !== lap);
  return {
    run: { ...run, skips: [...others, { checkpoint, lap, wish: wishOf(skip, value) }] }, commands: [skip],
  };
}

/** A start that was refused, anew, with the skips that it had. */
export function startingAgain(run) {
  const { commandId, ...start } = run.refusedStart.command;
  const again = { ...start, commandId: uniqueId() };
  return run.skips.filter(({ wish }) => wish?.value).reduce((changes, skip) => {
    const next = skipping(changes.run, "skipCheckpoint", skip, true);
    return { ...changes, run: next.run, commands: [...changes.commands, ...next.commands] };
  }, { run: { ...run, refusedStart: null, skips: [] }, commands: [again], remove: [commandId] });
}

/** The run without what the server did not take. */
export function withRefusal(run, { command: refused, message }) {
  if (refused.track !== run.track.id) return run;
  const isStart = refused.type === "startRun" && refused.run === run.id;
  const refusedStart = isStart ? { command: refused, message } : run.refusedStart;
  const drop = (wish) => (wish?.command === refused.commandId ? null : wish);
  return {
    ...run, refusedStart, ending: drop(run.ending),
    splits: run.splits.map((split) => ({
      ...split, wish: drop(split.wish),
      refused: refused.type === "recordSplit" && refused.split === split.id ? message : split.refused,
    })),
    // A skip that was refused is none; one whose end was refused stays. Of a run that the server
    // has not got they wait for its start.
    skips: refusedStart ? run.skips : run.skips
      .filter(({ wish }) => wish?.command !== refused.commandId || !wish.value)
      .map((skip) => ({ ...skip, wish: drop(skip.wish) })),
  };
}
