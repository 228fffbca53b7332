/** What the table of runs says while it is empty: what it is for, or why nothing is in it. */

/** @returns {[title: string, words: string]} */
export function emptyWords(session, hasRuns, wanted) {
  const name = session?.name ?? "this session";
  if (hasRuns) {
    return ["Nobody found", `No run of ${name} has “${wanted}” in its number or name. Clear the field `
      + "to see all."];
  }
  if (session && !session.current && session.state !== "waiting") {
    return ["Not on the live board", "The live board carries the session that started last. The runs of "
      + `${name} are under Earlier, where they can be corrected.`];
  }
  return ["No runs yet", `This is the table of ${name}: each run with its place, its last split and its `
    + "clock, and what needs a correction on top. Enter runners and start them to begin."];
}
