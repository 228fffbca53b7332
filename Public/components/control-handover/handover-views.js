/** What was handed over, before it is sent and afterwards. */

import { element } from "../../js/dom.js";
import { lineWords } from "../../js/handover-words.js";

/** A list of what will be sent. */
export function preview({ device, commands }, board) {
  const items = commands.map((command) => line(command, commands, board));
  const list = element("ol", "handover-list", ...items);
  // Long lists scroll, also without a pointer.
  list.tabIndex = 0;
  list.setAttribute("aria-label", "What will be sent");
  return element("div", "", element("p", "hint", "From the device ", element("bdi", "", device)), list);
}

/**
 * What the server made of it so far.
 * @param {import("../../js/handover-sender.js").HandoverSender} sender
 * @returns {{title: string, words: string, body: HTMLElement|null}}
 */
export function outcome(sender, board) {
  const { left, taken, had, refused, commands } = sender;
  const said = [
    taken > 0 ? `The server took ${captures(taken)}.` : "",
    had > 0 ? `It had ${captures(had)} already.` : "",
    refused.length > 0 ? `It did not take ${refused.length}, for these reasons:` : "",
  ].filter(Boolean).join(" ");
  const list = refused.length === 0 ? null : element("ul", "handover-list",
    ...refused.map(({ command, message }) => line(command, commands, board, message)));
  if (left === 0) return { title: "Handed-over captures: done", words: said || "The server has it all.", body: list };
  return {
    title: `Sending handed-over captures: ${left} left`,
    words: `They are kept on this device, and go out as soon as the server answers. ${said}`.trim(),
    body: list,
  };
}

const captures = (count) => (count === 1 ? "1 capture" : `${count} captures`);

function line(command, commands, board, reason = "") {
  const { what, who, when } = lineWords(command, commands, board);
  return element("li", "handover-line",
    element("bdi", "handover-what", what), element("bdi", "handover-who", who),
    element("span", "handover-when", when), ...(reason ? [element("span", "refusal", reason)] : []));
}
