/** What a reader chose, kept on this device. */

import { deviceStorage, store, stored, storedValue, storeValue } from "./storage.js";

const CHOICES = Object.freeze({
  theme: ["system", "light", "dark"],
  view: ["segments", "totals"],
  delta: ["personalBest", "overallBest", "leader"],
  gap: ["gap", "interval"],
});

/** The stored choice, or the first one where there is none or it makes no sense. */
export function preference(name, storage = deviceStorage()) {
  const value = stored(name, storage);
  return CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

export function setPreference(name, value, storage = deviceStorage()) {
  if (CHOICES[name].includes(value)) store(name, value, storage);
}

/** The choice after the current one, round and round: what a single key or button steps through. */
export function nextChoice(name, value) {
  const choices = CHOICES[name];
  return choices[(choices.indexOf(value) + 1) % choices.length];
}

/** The runners that this reader follows, by id. @returns {Set<string>} */
export function starredRunners(storage = deviceStorage()) {
  const list = storedValue("stars", storage);
  return new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
}

export function setStarredRunners(stars, storage = deviceStorage()) {
  storeValue("stars", [...stars], storage);
}
