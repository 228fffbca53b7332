/** What the ear hears: a short beep for a split, a longer one for the finish. */

import { stored, store } from "./storage.js";

/** Frequency in hertz and length in seconds. */
const BEEPS = { split: [880, 0.12], finish: [1320, 0.7], refused: [330, 0.25] };

let context = null;

/** On where the phone cannot shake, until it is chosen. */
export const isSoundOn = () => (stored("sound") ?? (navigator.vibrate ? "off" : "on")) === "on";

export const setSound = (isOn) => store("sound", isOn ? "on" : "off");

/** A browser gives no sound before the page has been touched; it is then for the next time. */
export function beep(kind) {
  if (!isSoundOn() || !globalThis.AudioContext) return;
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
  const [frequency, seconds] = BEEPS[kind];
  const tone = new OscillatorNode(context, { frequency });
  const volume = new GainNode(context, { gain: 0.5 });
  // Ended softly: cut off, it would click.
  volume.gain.setTargetAtTime(0, context.currentTime + seconds, 0.02);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds + 0.2);
}
