/** Whether this page is one that the browser trusts, and where the one is that it would. */

/** Without it there is no wake lock, and no page without a network. */
export const isSecureOrigin = () => globalThis.isSecureContext === true;

/**
 * The timer over TLS, on the host that this page is of.
 *
 * @param {{hostname: string}} address of this page
 * @param {number} port that the server speaks TLS on
 * @param {string|null} token goes along, as the other origin does not know what is stored here
 */
export function secureAddress(address, port, token) {
  return `https://${address.hostname}:${port}/timer${token ? `#token=${encodeURIComponent(token)}` : ""}`;
}
