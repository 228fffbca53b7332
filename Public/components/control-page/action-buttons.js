/**
 * Buttons for what can be done about a thing. Each shows its word and its key, says the whole sentence
 * to those who hear it, and fires `act` (detail: `{action, origin}`). The keys work while the focus is
 * anywhere on the thing.
 */

import { element } from "../../js/dom.js";

/** @param {import("../../js/control-actions.js").Action[]} actions */
export function actionButtons(actions) {
  const box = element("div", "actions");
  box.dataset.actions = "";
  for (const action of actions) {
    const key = element("kbd", "", action.key.toUpperCase());
    key.setAttribute("aria-hidden", "true");
    const button = element("button", "control action", element("span", "", action.label), key);
    button.type = "button";
    button.title = action.words;
    button.dataset.key = action.key;
    button.setAttribute("aria-label", `${action.label.replace("…", "")}: ${action.words}`);
    button.addEventListener("click", () => fireAction(button, action));
    box.append(button);
  }
  return box;
}

/** Presses the button of a key, if the thing has one. Answers whether it did. */
export function pressKey(event, actions, origin) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (event.target.closest("input, select, textarea")) return false;
  const action = actions.find((each) => each.key === event.key.toLowerCase());
  if (!action) return false;
  event.preventDefault();
  event.stopPropagation();
  fireAction(origin, action);
  return true;
}

function fireAction(origin, action) {
  origin.dispatchEvent(new CustomEvent("act", { bubbles: true, detail: { action, origin } }));
}

/** Says a refusal beside what was refused, in the server's words. */
export function showRefusal(origin, message) {
  const place = origin.closest?.("[data-actions]") ?? origin.querySelector?.("[data-actions]");
  if (!place) return false;
  place.querySelector(".refusal")?.remove();
  const words = element("p", "refusal", message);
  words.setAttribute("role", "alert");
  place.append(words);
  return true;
}

/** Arrow keys move the focus among items of a list that is one stop of the Tab key. */
export function moveFocus(event, items) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = items.indexOf(document.activeElement);
  const to = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1
    : step ? Math.min(Math.max(at + step, 0), items.length - 1) : -1;
  if (to < 0 || at < 0 || !items[to]) return;
  event.preventDefault();
  items[at].tabIndex = -1;
  items[to].tabIndex = 0;
  items[to].focus();
}
