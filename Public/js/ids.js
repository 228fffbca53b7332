/** Ids of things that this device makes. */

/**
 * A UUID of version 7: later ones sort after earlier ones. Made by hand, because a browser offers
 * `crypto.randomUUID` to secure origins only, and a laptop in a paddock is none.
 */
export function uniqueId(now = Date.now(), random = crypto.getRandomValues(new Uint8Array(10))) {
  const time = Math.floor(now).toString(16).padStart(12, "0");
  const bytes = [...random];
  bytes[0] = (bytes[0] & 0x0f) | 0x70;
  bytes[2] = (bytes[2] & 0x3f) | 0x80;
  const rest = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    time.slice(0, 8), time.slice(8), rest.slice(0, 4), rest.slice(4, 8), rest.slice(8),
  ].join("-");
}
