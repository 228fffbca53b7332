/**
 * What is kept on this device. Storage may be missing, full or forbidden; a page then works as well,
 * it only forgets.
 */

const PREFIX = "livetiming.";

/** A text, or `null`. */
export function stored(name, storage = deviceStorage()) {
  try {
    return storage?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it where it is `null`. Answers whether it could. */
export function store(name, text, storage = deviceStorage()) {
  try {
    if (text === null) storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** A value that was kept as JSON; `null` where there is none that can be read. */
export function storedValue(name, storage = deviceStorage()) {
  try {
    return JSON.parse(stored(name, storage));
  } catch {
    return null;
  }
}

export function storeValue(name, value, storage = deviceStorage()) {
  return store(name, value === null ? null : JSON.stringify(value), storage);
}

export function deviceStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The names of what is kept that begin so. */
export function storedNames(beginning, storage = deviceStorage()) {
  try {
    return Object.keys(storage ?? {}).filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
