/** What a command that the server did not take was, in the words of a runner: "Split T-junction at 41.204". */

import { formatTime } from "./format.js";

const WORDS = {
  startRun: () => "the start of the run",
  recordSplit: ({ place, time }) => `split ${[place, time].filter(Boolean).join(" ")}`,
  voidSplit: () => "the void of a split",
  restoreSplit: () => "the return of a split",
  acceptSplit: () => "the count of a split",
  skipCheckpoint: ({ place }) => `the skip of ${place}`,
  restoreCheckpoint: ({ place }) => `the undo for ${place}`,
  finishRun: () => "the end of the run",
  reopenRun: () => "the undo of the end",
  voidRun: () => "the discard of the run",
  registerRunner: ({ command }) => `the name ${command.name}`,
};

/** @param {object|null} run the device's own run, which knows the names of its checkpoints */
export function refusedWords(command, run) {
  const checkpoints = run && run.track.id === command.track ? run.track.checkpoints : [];
  const place = checkpoints.find(({ id }) => id === command.checkpoint)?.name ?? command.checkpoint;
  const time = run?.id === command.run && command.at !== undefined
    ? `at ${formatTime(command.at - run.startedAt, run.track.rounding)}` : "";
  return WORDS[command.type]?.({ command, place, time }) ?? command.type;
}
