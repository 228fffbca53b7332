/**
 * The press of a hand on a tap button, that goes on or has just ended. The page has one, not each button:
 * a press that starts a run brings up another button under the finger, and the click that the browser
 * makes of it when the finger leaves goes to that one.
 */

/** A click this soon after a key or after a finger has left belongs to that press. */
const SAME_PRESS = 500;

let isDown = false;
let endedAt = -Infinity;

const release = () => {
  if (isDown) endedAt = performance.now();
  isDown = false;
};

document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

/** The finger is down: the click that follows, however late, is no press of its own. */
export function pressByPointer() {
  isDown = true;
}

/** A key, or what presses without a pointer: done as soon as it is there. */
export function pressAtOnce() {
  endedAt = performance.now();
}

/** Whether a click that comes now is part of a press that has counted already. */
export const belongsToPress = () => isDown || performance.now() - endedAt <= SAME_PRESS;
