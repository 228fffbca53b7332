/**
 * What the server says about a time, made visible three ways: a glyph, a word and a class that the
 * style sheet paints. Never the colour alone.
 */

const VERDICTS = Object.freeze({
  overallBest: Object.freeze({ glyph: "◆", word: "overall best", className: "overall-best" }),
  personalBest: Object.freeze({ glyph: "▲", word: "personal best", className: "personal-best" }),
  slower: Object.freeze({ glyph: "▪", word: "slower", className: "slower" }),
});

const NEUTRAL = Object.freeze({ glyph: "", word: "", className: "" });

/** The look of a verdict; `none`, `null` and verdicts of a later version are neutral. */
export function verdictLook(verdict) {
  return Object.hasOwn(VERDICTS, verdict ?? "") ? VERDICTS[verdict] : NEUTRAL;
}

const STATUSES = Object.freeze({
  entered: ["Entered", "entered"],
  ready: ["Ready", "ready to start"],
  finished: ["Finished", "finished"],
  dnf: ["DNF", "did not finish"],
  dns: ["DNS", "did not start"],
  dsq: ["DSQ", "disqualified"],
  nc: ["NC", "not classified"],
  hc: ["HC", "outside the classification"],
});

/** A status as the board prints it, and in full for those who hear it. */
export function statusWords(status) {
  const [short, long] = STATUSES[status] ?? ["", ""];
  return { short, long };
}

const FLAGS = Object.freeze({
  green: "Green",
  yellow: "Yellow",
  red: "Red",
  white: "White",
  blue: "Blue",
  black: "Black",
  chequered: "Chequered flag",
  checkered: "Chequered flag",
  finish: "Chequered flag",
});

/** The word that stands in the flag bar. A flag this page does not know is named as it came. */
export function flagWord(flag) {
  if (!flag) return "";
  return FLAGS[flag] ?? flag.charAt(0).toUpperCase() + flag.slice(1);
}
