/** Why a command was refused: `code`, `message`, `field` as the server says them. */
export class Refusal extends Error {
  constructor({ code, message, field = null, values = null }, command) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.field = field;
    this.values = values;
    this.command = command;
  }
}
