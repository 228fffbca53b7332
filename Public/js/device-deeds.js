/** Correcting the clock of a device: what is asked, what would come of it, and the deed. */

import { FormFault } from "./form-fault.js";
import { formatTimeOfDay } from "./format.js";
import { deviceName } from "./identity.js";
import { fullInstant, parseInstant, parseSeconds, parseShift, secondsText } from "./instants.js";
import { typedInstant } from "./run-forms.js";
import { because } from "./split-deeds.js";

/** What is asked about at first: so long before the last capture, or before now. */
const SPAN = 600_000_000;
const SPAN_HINT = "By the device's clock: 14:05:10, or seconds such as −30";
const BY_HINT = "Seconds: −2.3 is earlier, for a clock that was ahead; +2.3 is later";

/**
 * @param {import("./device-list.js").DeviceReport|null} device `null` where its id is asked for, as the
 *   server does not know one that it has not heard of since its start
 * @param {number} now
 * @returns {import("./run-forms.js").Form}
 */
export function shiftForm(board, device, now) {
  const last = device?.lastCapture?.track === board.track.id ? device.lastCapture.at : null;
  const near = {
    from: wholeSecond(Math.floor, Math.min(now, last ?? now) - SPAN),
    to: wholeSecond(Math.ceil, Math.max(now, last ?? now)),
  };
  const name = device ? deviceName(device.id) : "another device";
  return {
    title: `Shift captures of ${name}`,
    submit: `Shift captures of ${name}`,
    intro: `What it captured on ${board.track.name} in a span of time happened earlier or later than its clock `
      + "said. What was placed by hand stays.",
    fields: [
      ...(device ? [] : [{ name: "device", label: "Device", hint: "Its id, as the history names it" }]),
      { name: "from", label: "From", value: formatTimeOfDay(near.from), hint: SPAN_HINT },
      { name: "to", label: "To", value: formatTimeOfDay(near.to) },
      { name: "by", label: "By", hint: BY_HINT },
      { name: "uncertainty", label: "Uncertain by", hint: "Seconds either way; empty leaves it as it was" },
    ],
    preview: (values) => previewOf(values, { board, near, last }),
    deed(values) {
      const id = device?.id ?? values.device.trim();
      if (!id) throw new FormFault("device", "Type the id of the device.");
      const from = typedInstant(values.from, near.from, "from");
      const to = typedInstant(values.to, near.to, "to");
      if (to < from) throw new FormFault("to", `It ends at ${fullInstant(to)}, before it begins at ${fullInstant(from)}.`);
      return shiftCaptures({
        device: id, from, to, by: typedShift(values.by), uncertainty: typedUncertainty(values.uncertainty),
      }, values.reason);
    },
  };
}

const wholeSecond = (direction, instant) => direction(instant / 1e6) * 1e6;

/**
 * The same with the other sign takes it back; what was said of the uncertainty stays said.
 * @returns {import("./desk.js").Deed}
 */
function shiftCaptures({ uncertainty, ...shift }, reason) {
  const isUncertaintySaid = uncertainty !== null;
  return {
    done: `Shifted captures of ${deviceName(shift.device)}: ${shiftedWords(shift.by)}`,
    commands: [{
      type: "shiftCaptures", ...shift, ...(isUncertaintySaid ? { uncertainty } : {}), ...because(reason),
    }],
    inverse: [{ type: "shiftCaptures", ...shift, by: -shift.by }],
    undo: isUncertaintySaid ? "shift them back, as uncertain as you said" : "shift them back",
  };
}

/** Seconds with a sign; without one they are later. */
function parseBy(text) {
  return parseShift(text) ?? parseShift(`+${text.trim()}`);
}

function typedShift(text) {
  const by = parseBy(text);
  if (by === null) throw new FormFault("by", `“${text}” is no shift. ${BY_HINT}.`);
  if (by === 0) throw new FormFault("by", "By 0 s everything stays where it is.");
  return by;
}

function typedUncertainty(text) {
  if (!text.trim()) return null;
  const uncertainty = parseSeconds(text);
  if (uncertainty === null) throw new FormFault("uncertainty", `“${text}” is no time. Seconds such as 0.05, or nothing.`);
  return uncertainty;
}

/** "2.3 s earlier". */
const shiftedWords = (by) => `${secondsText(Math.abs(by))} s ${by < 0 ? "earlier" : "later"}`;

/** The span with its dates, what the board has in it, and what becomes of the device's last capture. */
function previewOf({ from, to, by }, { board, near, last }) {
  const [begin, end, shift] = [parseInstant(from, near.from), parseInstant(to, near.to), parseBy(by)];
  if (begin === null || end === null || end < begin) return "";
  const count = splitsBetween(board, begin, end);
  const splits = `${count} ${count === 1 ? "split" : "splits"} of all devices on the board`;
  const span = `From ${fullInstant(begin)} to ${fullInstant(end)}: ${splits}.`;
  if (!shift) return span;
  const words = `${span} Those of this device become ${shiftedWords(shift)}.`;
  return last === null || last < begin || last > end ? words
    : `${words} Its last capture, of ${fullInstant(last)}, becomes ${fullInstant(last + shift)}.`;
}

/** The board does not say which device a split is of. */
function splitsBetween({ runs, unassigned }, from, to) {
  const splits = [...[...runs.values()].flatMap((run) => run.splits), ...unassigned.values()];
  return splits.filter(({ at }) => at >= from && at <= to).length;
}
