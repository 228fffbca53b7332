/** Building and writing elements without markup in strings. */

/** `element("span", "glyph", "◆")`: a tag, its class, and text or children. */
export function element(tag, className = "", ...children) {
  const result = document.createElement(tag);
  if (className) result.className = className;
  result.append(...children);
  return result;
}

/** An element with an ARIA role. */
export function withRole(role, tag, className, ...children) {
  const result = element(tag, className, ...children);
  result.setAttribute("role", role);
  return result;
}

/** Writes text only where it differs, so that nothing is laid out for nothing. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Words for those who listen. */
export const spoken = (text) => element("span", "spoken", text);

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
