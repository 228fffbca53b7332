/** Single keys for the whole page, where no text is being typed and no dialog is open. */

/**
 * @param {Record<string, () => void>} actions by key
 * @returns {() => void} stops listening
 */
export function listenToKeys(actions) {
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
