/**
 * Light or dark, before the first paint. A classic script, loaded in the head, so that a page never
 * flashes in the other scheme; the theme button changes the same attribute later.
 */
(() => {
  try {
    const theme = localStorage.getItem("livetiming.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: the system's scheme stands.
  }
})();
