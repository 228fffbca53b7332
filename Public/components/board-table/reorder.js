/**
 * Puts rows in a new order. Each element stays the same one, so focus, selection and open details
 * survive; those that changed place slide from where they stood.
 */

import { prefersReducedMotion } from "../../js/dom.js";

const SLIDE = { duration: 250, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/** Makes `elements` the children of `parent`, in order. Reads layout only where something moves. */
export function reorder(parent, elements, { animated }) {
  if (isInOrder(parent, elements)) return;
  const slides = animated && !prefersReducedMotion();
  const before = slides ? tops(elements.filter((each) => each.parentNode === parent)) : null;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const kept = new Set(elements);
  for (const each of [...parent.children]) if (!kept.has(each)) each.remove();
  let next = parent.firstChild;
  for (const each of elements) {
    if (next && each === next.nextSibling) {
      // The one before it went down the list: that one moves, not all that it passed.
      next.remove();
      next = each;
    }
    if (each === next) next = next.nextSibling;
    else parent.insertBefore(each, next);
  }
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  if (slides) slide(before, tops([...before.keys()]));
}

function isInOrder(parent, elements) {
  const { children } = parent;
  return children.length === elements.length && elements.every((each, i) => children[i] === each);
}

const tops = (elements) => new Map(elements.map((each) => [each, each.offsetTop]));

function slide(before, after) {
  for (const [row, top] of after) {
    const distance = before.get(row) - top;
    if (distance === 0) continue;
    row.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], SLIDE);
  }
}
