/** What was handed over cannot be read; the message says why, and what would do. */
export class HandoverFault extends Error {
  name = "HandoverFault";
}
