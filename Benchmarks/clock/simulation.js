/**
 * A phone, a link and a server's clock, simulated: how far the times that the pages' own clock gives are
 * from the truth, and whether they lie within what it says of itself. Runs in a browser, over
 * `Public/js/clock.js` and `Public/js/retiming.js` as they are; all chance comes from the seed.
 */

/** mulberry32: small, seeded, good enough to shake a link with. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @typedef {object} Link
 * @property {number} there least way to the server, microseconds
 * @property {number} back least way back
 * @property {number} jitterThere at most so much more, most of the time less
 * @property {number} jitterBack
 * @property {number} loss share of pings that never come back
 */

const BURST = [0, 0.2e6, 0.4e6, 0.6e6, 0.8e6];
const PING_EVERY = 12e6;
/** The phone's clock is worked out at every tenth of a second, and straight in between. */
const GRID = 100e3;

/**
 * One phone over `minutes`: pings as the pages send them, breaks of the line and sleeps, and a split every
 * two seconds. Answers each split's true error and stated uncertainty, microseconds.
 * @param {{ServerClock: typeof import("../../Public/js/clock.js").ServerClock,
 *   narrowed: typeof import("../../Public/js/retiming.js").narrowed}} pages what the pages do
 * @param {{seed: number, link: Link, drift: number, wander: number, minutes: number, breaks?: number[][],
 *   sleeps?: number[][], isRetimed?: boolean}} options `drift` of the phone against the server, as a share;
 *   `wander` of it over ten minutes; `breaks` and `sleeps` as `[from, to]` in minutes; `isRetimed`: only the
 *   splits of breaks, as they are known a second after the line is back
 */
export function simulate({ ServerClock, narrowed }, options) {
  const { seed, link, drift, wander = 0, minutes, breaks = [], sleeps = [], isRetimed = false } = options;
  const chance = random(seed);
  const clock = new ServerClock();
  const end = minutes * 60e6;
  const within = (spans, at) => spans.some(([from, to]) => at >= from * 60e6 && at < to * 60e6);
  // The phone's clock: a little fast or slow, differently so as it warms up, and still in sleep.
  const phase = chance() * 2 * Math.PI;
  const rate = (at) => drift + wander * Math.sin(phase + at / 600e6 * 2 * Math.PI);
  const readings = [0];
  for (let at = 0; at < end + 5e6; at += GRID) {
    readings.push(readings.at(-1) + (within(sleeps, at) ? 0 : GRID * (1 + rate(at))));
  }
  const local = (at) => {
    const index = Math.min(Math.floor(at / GRID), readings.length - 2);
    return readings[index] + (readings[index + 1] - readings[index]) * (at / GRID - index);
  };
  // Most of a jitter is short; now and then a packet waits for all of it.
  const jitter = (most) => most * chance() ** 4;

  const events = pingsOf(end, [...breaks, ...sleeps]).filter((at) => !within([...breaks, ...sleeps], at))
    .filter(() => chance() >= link.loss)
    .map((at) => {
      const t1 = at + link.there + jitter(link.jitterThere);
      const t2 = t1 + 20 + chance() * 200;
      const t3 = t2 + link.back + jitter(link.jitterBack);
      return { at: t3, ping: { t0: local(at), t1, t2, t3: local(t3) } };
    });
  for (const [, to] of sleeps) events.push({ at: to * 60e6, woke: true });
  for (let at = 1.5e6; at < end; at += 2e6) {
    const instant = at + chance() * 1e6;
    if (!within(sleeps, instant)) events.push({ at: instant, split: true });
  }
  if (isRetimed) for (const [, to] of breaks) events.push({ at: to * 60e6 + 1e6, isSettled: true });
  events.sort((a, b) => a.at - b.at);

  const splits = [];
  const unsent = [];
  const judged = (at, instant) => splits.push({ at, error: instant.at - at, uncertainty: instant.uncertainty });
  const instantAt = (reading) => {
    const measured = clock.measure(reading);
    return measured && { at: Math.round(measured.time), uncertainty: measured.uncertainty };
  };
  for (const event of events) {
    if (event.ping) clock.add(event.ping);
    // What the page does on finding that its monotonic clock has fallen behind the wall clock.
    if (event.woke) clock.breakOff(local(event.at));
    if (event.isSettled) {
      for (const { at, reading, said } of unsent.splice(0)) judged(at, narrowed(said, instantAt(reading), true));
    }
    if (!event.split) continue;
    const reading = Math.round(local(event.at));
    const said = instantAt(reading);
    if (said === null) continue; // The page says "unsynced" and takes the wall clock.
    if (!isRetimed) judged(event.at, said);
    else if (within(breaks, event.at)) unsent.push({ at: event.at, reading, said });
  }
  return splits;
}

/** A burst at the begin and after every break, then a ping every twelve seconds. */
function pingsOf(end, breaks) {
  const starts = [0, ...breaks.map(([, to]) => to * 60e6)].sort((a, b) => a - b);
  return starts.flatMap((start, at) => {
    const until = starts[at + 1] ?? end;
    const pings = BURST.map((after) => start + after);
    for (let ping = start + PING_EVERY; ping < until; ping += PING_EVERY) pings.push(ping);
    return pings;
  });
}

/** Over many splits: the share that lies within what was stated, and errors in milliseconds. */
export function summary(splits) {
  const errors = splits.map(({ error }) => Math.abs(error) / 1000).sort((a, b) => a - b);
  const stated = splits.map(({ uncertainty }) => uncertainty / 1000).sort((a, b) => a - b);
  const at = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];
  return {
    splits: splits.length,
    within: splits.filter(({ error, uncertainty }) => Math.abs(error) <= uncertainty).length / splits.length,
    medianError: at(errors, 0.5), error99: at(errors, 0.99), medianStated: at(stated, 0.5),
  };
}

const link = (there, back, jitterThere, jitterBack, loss = 0) =>
  ({ there, back, jitterThere, jitterBack, loss });

/** The links that the table is of. */
export const SCENES = {
  "quiet Wi-Fi": { link: link(1200, 1200, 3000, 3000), drift: 15e-6, wander: 0.2e-6, minutes: 30 },
  "busy Wi-Fi": { link: link(1500, 1500, 60e3, 60e3, 0.02), drift: -25e-6, wander: 0.2e-6, minutes: 30 },
  "asymmetric jitter up to 200 ms, 40 ppm":
    { link: link(2000, 2000, 200e3, 20e3, 0.05), drift: 40e-6, wander: 0.2e-6, minutes: 30 },
  "the same, and no line for 15 minutes":
    { link: link(2000, 2000, 200e3, 20e3, 0.05), drift: 40e-6, wander: 0.2e-6, minutes: 40, breaks: [[12, 27]] },
  "splits of those 15 minutes, once the line is back":
    { link: link(2000, 2000, 200e3, 20e3, 0.05), drift: 40e-6, wander: 0.2e-6, minutes: 40, breaks: [[12, 27]],
      isRetimed: true },
  "mobile network, uplink slower by 30 ms":
    { link: link(45e3, 15e3, 80e3, 40e3, 0.02), drift: -40e-6, wander: 0.2e-6, minutes: 30 },
  "sleeps of a minute and of twenty":
    { link: link(2000, 2000, 60e3, 60e3), drift: 40e-6, wander: 0.2e-6, minutes: 40, sleeps: [[5, 6], [12, 32]] },
  "a drift that changes by 1 ppm as the phone warms up":
    { link: link(1500, 1500, 30e3, 30e3), drift: 20e-6, wander: 0.5e-6, minutes: 40, breaks: [[15, 25]] },
  "the same, no line for 45 minutes, once it is back":
    { link: link(1500, 1500, 30e3, 30e3), drift: 20e-6, wander: 0.5e-6, minutes: 70, breaks: [[15, 60]],
      isRetimed: true },
};
