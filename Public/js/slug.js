/** Ids that a person could have chosen, from names in any script. */

/** The longest id that leaves room for a number behind it. */
const LONGEST = 48;

/**
 * An id of lower-case letters, digits and hyphens that is not among `taken`.
 * @param fallback what stands where a name has no Latin letter or digit
 */
export function slug(name, taken = [], fallback = "track") {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, LONGEST) || fallback;
  const used = new Set(taken);
  let id = plain;
  for (let number = 2; used.has(id); number++) id = `${plain}-${number}`;
  return id;
}
