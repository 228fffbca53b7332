/** A choice of session, in sight only where the board carries runs of more than one. */

export class SessionPicker {
  /** The session that the reader picked; `null` follows the current one. */
  chosen = null;
  #select;
  #key = "";

  constructor(select, onChange) {
    this.#select = select;
    select.addEventListener("change", () => {
      this.chosen = select.value;
      onChange();
    });
  }

  show(sessions, shown) {
    this.#select.hidden = sessions.length < 2;
    const key = JSON.stringify(sessions.map(({ id, name }) => [id, name]));
    if (key !== this.#key) {
      this.#key = key;
      this.#select.replaceChildren(...sessions.map(({ id, name }) => new Option(name, id)));
    }
    if (shown && this.#select.value !== shown.id) this.#select.value = shown.id;
  }
}
