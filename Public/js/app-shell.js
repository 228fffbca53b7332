/** Makes the timer's page one that opens without a network, where the browser lets it: on a secure origin. */

export function keepShell() {
  if (!globalThis.isSecureContext || !navigator.serviceWorker) return;
  // Without it the page works as well, it only needs the network to open.
  navigator.serviceWorker.register("/service-worker.js", { scope: "/timer" }).catch(() => {});
}
