/** A text as a code for cameras. The encoder is not ours: see `vendor/qrcode-generator`. */

/** White squares around it, without which cameras do not find it. */
const MARGIN = 4;

/** Draws it dark on white, in either scheme, one dot a square: the canvas is scaled by its style. */
export function drawCode(canvas, text) {
  const code = globalThis.qrcode(0, "L");
  code.addData(text, "Byte");
  code.make();
  const count = code.getModuleCount();
  canvas.width = canvas.height = count + 2 * MARGIN;
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000000";
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) context.fillRect(column + MARGIN, row + MARGIN, 1, 1);
    }
  }
}
