/** Who this device is, and what it may do. */

import { uniqueId } from "./ids.js";
import { store, stored } from "./storage.js";

/** The id of this device, the same for as long as its storage lasts. */
export function deviceId() {
  const known = stored("device");
  if (known) return known;
  const id = uniqueId();
  store("device", id);
  return id;
}

/** "marshal-1"; of a long id its end, where ids that were made at the same time differ. */
export function deviceName(id) {
  return id.length <= 16 ? id : `…${id.slice(-6)}`;
}

/**
 * The token of a page: from the address (`#token=…`, which no server and no log sees), from where it
 * is taken and kept on the device, so that it stays in no history and on no screen.
 *
 * @param page `timer` or `control`; each has a token of its own.
 */
export function takeToken(page, address = location) {
  const token = new URLSearchParams(address.hash.slice(1)).get("token");
  if (!token) return stored(`token.${page}`);
  store(`token.${page}`, token);
  history.replaceState(history.state, "", address.pathname + address.search);
  return token;
}

/** Forgets a token that the server does not know. */
export function forgetToken(page) {
  store(`token.${page}`, null);
}
