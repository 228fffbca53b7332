/**
 * When to come back. A server that restarts must not be met by all its spectators at once, so the
 * wait is random over the whole span, which doubles from half a second up to half a minute.
 */

const FIRST = 500;
const LONGEST = 30_000;

/** Milliseconds to wait before attempt `attempt` (0 for the first), `random` in [0, 1). */
export function reconnectDelay(attempt, random = Math.random()) {
  return random * Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 16));
}

/** Close codes from 4500 to 4999 mean: do not come back. */
export function mayReconnect(code) {
  return !(code >= 4500 && code <= 4999);
}
