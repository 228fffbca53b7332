/**
 * What a runner feels, hears and sees without looking: a pulse for a split, a strong pattern for a finish.
 * Where the phone cannot shake, the whole page flashes.
 */

import { prefersReducedMotion } from "./dom.js";
import { beep } from "./sound.js";

const PATTERNS = { split: [80], finish: [200, 80, 200, 80, 400], refused: [40, 60, 40] };
/** Milliseconds; a steady frame where no motion is wanted. */
const FLASHES = { split: 250, finish: 1_000, refused: 120 };

/** A browser refuses to shake, and complains, before the page has been touched at all. */
export function pulse(kind) {
  beep(kind);
  if (!navigator.vibrate) return flash(kind);
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate(PATTERNS[kind]);
}

function flash(kind) {
  const frame = { boxShadow: "inset 0 0 0 12px var(--personal-best)" };
  const last = prefersReducedMotion() ? frame : { boxShadow: "inset 0 0 0 12px transparent" };
  document.body.animate([frame, last], { duration: FLASHES[kind] });
}
