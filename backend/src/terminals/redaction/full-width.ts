import { displayWidth } from "../emulator/text/display-width.ts";

/** Lines nearby that tell how wide the text is drawn. */
const NEARBY = 12;
const NARROWEST = 20;

/** Whether a line may end where there was no more room, in text that was drawn `cols` wide; infinite where nobody knows. */
export function fillsWidth(texts: readonly string[], line: number, cols: number): boolean {
  const width = displayWidth(texts[line] as string);
  if (width < NARROWEST) return false;
  // Joined of several rows: only its last one may be full.
  if (width > cols && width % cols > 0 && width % cols < cols - 1) return isAsWide(texts, line, width);
  if (width >= cols - 1) return true;
  for (let k = Math.max(0, line - NEARBY); k <= Math.min(texts.length - 1, line + NEARBY); k += 1) {
    const other = displayWidth(texts[k] as string);
    if (other > width && other <= cols) return false;
  }
  return true;
}

/** As another beside it: the terminal was that wide once. */
function isAsWide(texts: readonly string[], line: number, width: number): boolean {
  return [line - 1, line + 1].some((other) => displayWidth(texts[other] ?? "") === width);
}
