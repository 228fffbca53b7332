/**
 * Captures that the server has not got yet, with their instants as they are known by now. A command that
 * may have been sent stays as it is for ever, since a repeat has to be the same; so each is sealed before
 * it goes out for the first time, and is never changed from then on.
 *
 * Pure functions: what is kept comes in, what is to be kept goes out.
 */

/** How uncertain an instant is that was read from a time of day alone, microseconds. */
export const UNSYNCED = 2_000_000;

/**
 * Two things that are known of one instant, as one. Of the same server's clock both are true, and so is
 * what they have in common. Else the sharper one is taken or, where they contradict each other, the later
 * one: what a time of day alone said may have been hours off.
 * @param {{at: number, uncertainty: number}} said
 * @param {{at: number, uncertainty: number}} found later
 * @returns `said` itself where nothing better was found
 */
export function narrowed(said, found, isSameClock) {
  const low = Math.max(said.at - said.uncertainty, found.at - found.uncertainty);
  const high = Math.min(said.at + said.uncertainty, found.at + found.uncertainty);
  const agree = low <= high;
  if (isSameClock && agree) {
    const at = Math.round((low + high) / 2);
    const uncertainty = Math.max(high - at, at - low);
    return uncertainty < said.uncertainty ? { at, uncertainty } : said;
  }
  const isWrong = !isSameClock && !agree;
  return isWrong || found.uncertainty < said.uncertainty ? found : said;
}

/** Whether the instant of a command, as it is kept, may still be known better. */
export const isUnsealed = ({ instant, isSealed }) => Boolean(instant) && !isSealed;

/**
 * @param {object|null} run the run of this device
 * @param {import("./indexed-store.js").Kept[]} commands
 * @param {(instant: import("./tap-clock.js").Instant) => import("./tap-clock.js").Instant} retimed
 * @returns {import("./indexed-store.js").Changes} the same, sealed
 */
export function sealing(run, commands, retimed) {
  const put = commands.filter(isUnsealed).map((kept) => {
    const instant = retimed(kept.instant);
    const { at, uncertainty } = instant;
    const stated = "uncertainty" in kept.command ? { uncertainty } : {};
    return { ...kept, isSealed: true, instant, command: { ...kept.command, at, ...stated } };
  });
  return { run: run && put.length > 0 ? withInstants(run, put) : undefined, put };
}

/** The run with the instants of its captures. */
function withInstants(run, kept) {
  return kept.reduce((changed, { command: { type, at, uncertainty, ...command } }) => {
    if (type === "startRun" && command.run === run.id) return { ...changed, startedAt: at };
    if (type !== "recordSplit") return changed;
    const splits = changed.splits.map((split) =>
      (split.id === command.split ? { ...split, at, uncertainty } : split));
    return { ...changed, splits };
  }, run);
}
