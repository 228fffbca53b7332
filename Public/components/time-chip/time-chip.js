/** A time that stands, with its verdict as glyph, colour and word. */

import { element, spoken } from "../../js/dom.js";
import { verdictLook } from "../../js/verdict.js";

/** @returns {HTMLElement} the word is for listeners only; `verdictMark` shows it. */
export function timeChip(text, verdict = null, { corrected = false } = {}) {
  const look = verdictLook(verdict);
  const glyph = element("span", "chip-glyph", look.glyph);
  glyph.setAttribute("aria-hidden", "true");
  const chip = element("span", `time-chip ${look.className}`, glyph, element("span", "chip-time", text));
  const words = [look.word, corrected ? "corrected" : ""].filter(Boolean);
  if (words.length) chip.append(spoken(` ${words.join(", ")}`));
  if (corrected) {
    chip.classList.add("was-corrected");
    chip.title = "corrected";
  }
  return chip;
}

/** "◆ overall best", for whoever has room to read it. */
export function verdictMark(verdict) {
  const look = verdictLook(verdict);
  if (!look.word) return element("span", "verdict");
  const glyph = element("span", "", look.glyph);
  glyph.setAttribute("aria-hidden", "true");
  return element("span", `verdict ${look.className}`, glyph, ` ${look.word}`);
}
