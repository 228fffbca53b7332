/** What is wrong with what was typed into a form, and which field it is about. */
export class FormFault extends Error {
  constructor(field, message) {
    super(message);
    this.name = "FormFault";
    this.field = field;
  }
}
