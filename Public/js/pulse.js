/** What the hand feels, where the phone can: a pulse for a split, a strong pattern for a finish. */

const PATTERNS = { split: [80], finish: [200, 80, 200, 80, 400], refused: [40, 60, 40] };

/** A browser refuses to shake, and complains, before the page has been touched at all. */
export function pulse(kind) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(PATTERNS[kind]);
}
