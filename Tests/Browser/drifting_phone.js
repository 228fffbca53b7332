/**
 * A phone whose own clock is a little fast and stands still in sleep, on a real line to the real server: the
 * page's own modules, over a clock that is made of the browser's. Injected into a page of the tests.
 */

/**
 * @param {object} options
 * @param {number} options.drift of the phone's clock, as a share
 * @param {number} options.seconds how long it is timed for
 * @param {number} options.every seconds from one reading to the next
 * @param {number|null} options.extraPings seconds from one ping to the next beside the page's own, `null` for none
 * @param {number[][]} options.sleeps when it falls asleep, and for how long, in seconds
 * @returns {Promise<{at: number, time: number, uncertainty: number}[]>} for each reading: the browser's clock,
 *   and what the page made of it, microseconds; none while the page says that it is unsynced
 */
export async function timePhone({ drift, seconds, every, extraPings, sleeps }) {
  const { browserEnvironment, ServerLine } = await import("/js/line.js");
  const browser = () => performance.now() * 1000;
  let slept = 0;
  const phone = (at) => Math.round((at - slept) * (1 + drift));
  const line = new ServerLine(() => ({ client: "phone/1" }), {
    ...browserEnvironment(), now: () => phone(browser()),
  });
  const timers = [];
  const readings = [];
  const read = () => {
    const at = browser();
    const measured = line.measure(phone(at));
    if (measured) readings.push({ at, ...measured });
  };
  // A phone that sleeps runs nothing, and what came meanwhile is read when it wakes.
  const sleep = (span) => {
    const begin = browser();
    while (browser() < begin + span * 1e6);
    slept += browser() - begin;
    read();
  };
  const opened = new Promise((resolve) => line.addEventListener("open", resolve, { once: true }));
  line.start();
  await opened;
  timers.push(setInterval(read, every * 1000));
  if (extraPings) {
    timers.push(setInterval(() => line.send({ type: "ping", t0: phone(browser()) }), extraPings * 1000));
  }
  for (const [at, span] of sleeps) timers.push(setTimeout(sleep, at * 1000, span));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  timers.forEach(clearTimeout);
  line.stop();
  return readings;
}
