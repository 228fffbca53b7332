/**
 * What is handed over as addresses of this server, each short enough for a code that a phone can show and
 * any camera can read. The content stands behind `#`, which no browser sends: whoever opens the address
 * gets race control, whose page reads it.
 *
 * `<origin>/control#handover=<version>.<id>.<number>.<count>.<form>.<content>`: `id` is of the whole
 * content, `form` is `d` (deflated) or `p` (plain), `content` a part of it in base64url.
 */

import { HandoverFault } from "./handover-fault.js";
import { checkVersion, MOST_CHARACTERS, VERSION } from "./handover.js";

/** With the address it comes to some 650 bytes: a code of 85 by 85 squares, coarse enough for a small phone. */
const PART = 560;
/** Nobody holds a camera to more. */
export const MOST_CODES = 60;

const FORM = /^(\d+)\.([0-9a-z]{1,13})\.(\d{1,3})\.(\d{1,3})\.([dp])\.([\w-]+)$/;

/**
 * @typedef {object} Part
 * @property {string} id of what it is a part of
 * @property {number} number from 1
 * @property {number} count
 * @property {"d"|"p"} form
 * @property {string} content
 */

/**
 * The addresses for what is handed over; `null` where that is too much for codes.
 * @returns {Promise<string[]|null>}
 */
export async function codeAddresses(handover, origin = location.origin) {
  const bytes = new TextEncoder().encode(JSON.stringify(handover));
  const isDeflated = "CompressionStream" in globalThis;
  const content = toBase64(isDeflated ? await through(bytes, new CompressionStream("deflate-raw")) : bytes);
  const count = Math.ceil(content.length / PART);
  if (count > MOST_CODES) return null;
  const id = checksum(content);
  return Array.from({ length: count }, (_, index) => {
    const part = content.slice(index * PART, (index + 1) * PART);
    return `${origin}/control#handover=${VERSION}.${id}.${index + 1}.${count}.${isDeflated ? "d" : "p"}.${part}`;
  });
}

/** @returns {Part} of the text behind `handover=` @throws {HandoverFault} */
export function partOf(text) {
  const [version] = text.split(".", 1);
  if (/^\d{1,6}$/.test(version)) checkVersion(Number(version));
  const [, , id, number, count, form, content] = FORM.exec(text) ?? [];
  const part = { id, number: Number(number), count: Number(count), form, content };
  if (!content || part.number < 1 || part.number > part.count || part.count > MOST_CODES) {
    throw new HandoverFault("This code was read wrongly, or is none that a phone hands over. Scan it once more.");
  }
  return part;
}

/** @param {Part[]} parts all of them, in order @returns {Promise<string>} @throws {HandoverFault} */
export async function textOf(parts) {
  const content = parts.map((part) => part.content).join("");
  const [{ id, form }] = parts;
  if (checksum(content) !== id) {
    throw new HandoverFault("These codes do not belong together. Put them away, and scan all of them again.");
  }
  if (form === "d" && !("DecompressionStream" in globalThis)) {
    throw new HandoverFault("This browser cannot unpack what was handed over. Scan the codes with a newer one, "
      + "or read the file that the phone saves.");
  }
  try {
    const bytes = fromBase64(content);
    return new TextDecoder("utf-8", { fatal: true }).decode(
      form === "d" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes);
  } catch (fault) {
    if (fault instanceof HandoverFault) throw fault;
    throw new HandoverFault("These codes are damaged. Put them away, and scan all of them again.");
  }
}

/** Bytes through a stream of the browser's; what grows beyond every handover is given up. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST_CHARACTERS) {
      await reader.cancel();
      throw new HandoverFault("These codes hold more than a phone hands over.");
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (each) => each.charCodeAt(0));
}

/** FNV-1a over 53 bits, enough to tell handovers of a day from each other. */
function checksum(text) {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return (((high >>> 0) & 0x1fffff) * 4294967296 + (low >>> 0)).toString(36);
}
