/**
 * What a device keeps, in IndexedDB: it outlives the tab and the browser, and a write of one tab never
 * goes over that of another.
 *
 * @typedef {object} Kept a command on its way, or one that was refused
 * @property {string} box whose it is: `timer` or `control`
 * @property {number} order in which commands were made
 * @property {object} command as it is sent; it is kept under its `commandId`
 * @property {{code: string, message: string, field: string|null}|null} refusal
 * @property {import("./tap-clock.js").Instant|null} [instant] what the command's `at` is made from
 * @property {boolean} [isSealed] it may have been sent: nothing of it changes any more
 *
 * @typedef {object} Changes
 * @property {object|null} [run] the run as it is to be; `null` forgets it, `undefined` leaves it
 * @property {Kept[]} [put]
 * @property {string[]} [remove] ids of commands
 */

const NAME = "livetiming";
const OWN = "own";
/** Some browsers never answer when storage is broken. */
const PATIENCE = 4_000;

/** Opens the database; rejects where there is none. @returns {Promise<IndexedStore>} */
export function openIndexed(factory = globalThis.indexedDB) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("IndexedDB does not answer")), PATIENCE);
    const request = factory.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const name of ["commands", "runs", "leases"]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(new IndexedStore(request.result));
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
  });
}

class IndexedStore {
  /** What is kept here is still there when the browser was closed. */
  isLasting = true;
  #database;

  constructor(database) {
    this.#database = database;
    // A later version of these pages may change the database; this one then opens it anew, and fails.
    database.onversionchange = () => database.close();
  }

  /** @returns {Promise<{run: object|null, commands: Kept[]}>} */
  async read() {
    const transaction = this.#database.transaction(["commands", "runs"], "readonly");
    const commands = transaction.objectStore("commands").getAll();
    const run = transaction.objectStore("runs").get(OWN);
    await completed(transaction);
    return { run: run.result ?? null, commands: commands.result };
  }

  /**
   * Changes the run and the commands together, or neither; resolves with the changes once they are kept.
   * @param {(run: object|null, commands: Kept[]) => Changes} work gets what is kept, whichever tab wrote it
   * @param {boolean} isStrict it must be on the disk, not only on its way there
   */
  async write(work, isStrict) {
    const transaction = this.#database.transaction(["commands", "runs"], "readwrite",
      { durability: isStrict ? "strict" : "relaxed" });
    const commands = transaction.objectStore("commands");
    const runs = transaction.objectStore("runs");
    let changes;
    const kept = commands.getAll();
    runs.get(OWN).onsuccess = ({ target }) => {
      changes = work(target.result ?? null, kept.result);
      if (changes.run) runs.put(changes.run, OWN);
      if (changes.run === null) runs.delete(OWN);
      for (const kept of changes.put ?? []) commands.put(kept, kept.command.commandId);
      for (const id of changes.remove ?? []) commands.delete(id);
    };
    await completed(transaction);
    return changes;
  }

  /** Changes who sends the commands of a box; answers with the lease that holds then. */
  async lease(box, change) {
    const transaction = this.#database.transaction("leases", "readwrite");
    const leases = transaction.objectStore("leases");
    let lease;
    leases.get(box).onsuccess = ({ target }) => {
      lease = change(target.result ?? null);
      if (lease) leases.put(lease, box);
      else leases.delete(box);
    };
    await completed(transaction);
    return lease;
  }
}

function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the write was given up"));
  });
}
