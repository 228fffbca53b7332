/** A line of a start list: who is entered, how they stand, and buttons that say by `data-act` what they do. */

import { statusWord } from "../../js/desk-words.js";
import { element, withRole } from "../../js/dom.js";

/** @returns {HTMLElement} the line of heads, each over its cell */
export function entryHeads() {
  const heads = [["number", "#"], ["entry-runner", "Runner"], ["category", "Category"], ["team", "Team"],
    ["entry-status", "Status"], ["entry-actions", "Entry"]];
  return withRole("row", "div", "entry head",
    ...heads.map(([name, text]) => withRole("columnheader", "div", name, text)));
}

/**
 * @param {object} entry with `isEntered`: false for someone who runs without an entry
 * @param {object|undefined} run the runner's latest in the session
 */
export function entryLine(entry, run, isClosed) {
  const name = entry.number ? `${entry.number} ${entry.name}` : entry.name;
  const button = (act, label, words) => {
    const made = element("button", "control", label);
    made.type = "button";
    made.dataset.act = act;
    made.setAttribute("aria-label", `${words}: ${name}`);
    made.disabled = isClosed || (act === "start" && run?.status === "running");
    return made;
  };
  const actions = element("div", "actions", button("start", "Start now", "Start now"),
    ...(entry.isEntered ? [button("edit", "Edit…", "Edit the entry"),
      button("withdraw", "Withdraw", "Withdraw the entry")] : []));
  actions.dataset.actions = "";
  const cell = (className, content) => withRole("cell", "div", className, content);
  const line = withRole("row", "div", "entry", cell("number", entry.number),
    cell("entry-runner", element("bdi", "", entry.name)), cell("category", element("bdi", "", entry.category)),
    cell("team", element("bdi", "", entry.team)), cell("entry-status", run ? statusWord(run) : "Entered"),
    cell("entry-actions", actions));
  line.dataset.runner = entry.runner;
  return line;
}
