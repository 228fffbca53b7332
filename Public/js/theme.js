/**
 * Light or dark, before the first paint. A classic script, loaded in the head, so that a page never
 * flashes in the other scheme; the theme button changes the same attribute later.
 */
(() => {
  try {
    const theme = localStorage.getItem("livetiming.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    // A page may begin in a scheme of its own; who chose the system's gets that.
    if (theme === "system") delete document.documentElement.dataset.theme;
  } catch {
    // No storage: the system's scheme stands.
  }
})();
