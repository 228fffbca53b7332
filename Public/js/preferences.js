/**
 * What a reader chose, kept on this device. Storage may be missing, full or forbidden; a page then
 * works as well, it only forgets.
 */

const PREFIX = "livetiming.";

const CHOICES = Object.freeze({
  theme: ["system", "light", "dark"],
  view: ["segments", "totals"],
  delta: ["personalBest", "overallBest", "leader"],
  gap: ["gap", "interval"],
});

/** The stored choice, or the first one where there is none or it makes no sense. */
export function preference(name, storage = deviceStorage()) {
  const value = read(storage, name);
  return CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

export function setPreference(name, value, storage = deviceStorage()) {
  if (CHOICES[name].includes(value)) write(storage, name, value);
}

/** The choice after the current one, round and round: what a single key or button steps through. */
export function nextChoice(name, value) {
  const choices = CHOICES[name];
  return choices[(choices.indexOf(value) + 1) % choices.length];
}

/** The runners that this reader follows, by id. @returns {Set<string>} */
export function starredRunners(storage = deviceStorage()) {
  try {
    const list = JSON.parse(read(storage, "stars") ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

export function setStarredRunners(stars, storage = deviceStorage()) {
  write(storage, "stars", JSON.stringify([...stars]));
}

function read(storage, name) {
  try {
    return storage?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

function write(storage, name, value) {
  try {
    storage?.setItem(PREFIX + name, value);
  } catch {
    // Full or forbidden: the choice lasts as long as the page.
  }
}

function deviceStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
