import { openEmulator } from "./emulator.ts";

let answer: boolean | null = null;

/** Tries once on three rows whether the emulator's inside can be relied on. */
export function seamsHold(): boolean {
  answer ??= tryThreeRows();
  return answer;
}

function tryThreeRows(): boolean {
  const origin = { source: "ledger", startsMidStream: false, withoutSeams: false } as const;
  const emulator = openEmulator({ cols: 8, rows: 3 }, origin);
  try {
    // A small write with seams is parsed at once. Printed over, wrapped while scrolling, inserted at the top, and on the other screen.
    void emulator.write(
      Buffer.from("one\r\ntwo\r\nabcdefghij\r\nthree\x1b[?1049h\x1b[Hfour\r\nfive\x1b[H\x1bMsix\x1b[?1049l!"),
    );
    const { text, quality } = emulator.transcript();
    return quality === "exact" && text === "one\ntwo\nabcdefghij\nthree\nsix\nfour\nfive\nthree!";
  } catch {
    return false;
  } finally {
    emulator.dispose();
  }
}
