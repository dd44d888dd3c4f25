import { fillsWidth } from "../redaction/full-width.ts";
import { redactLines } from "../redaction/redact.ts";
import type { ShownRow } from "./ledger/merge-repeated.ts";
import { cutToBudget } from "./text/budget.ts";
import { joinRows, type Line } from "./text/lines.ts";
import { sanitise } from "./text/sanitise.ts";
import type { Transcript, TranscriptOptions } from "./types.ts";

/** What an emulator remembers. */
export interface Recollection {
  rows: ShownRow[];
  /** Rows that were forgotten already. */
  droppedRows: number;
  cols: number;
  source: Transcript["source"];
  quality: Transcript["quality"];
  startsMidStream: boolean;
  /** What the screen shows, for when nothing else is there. */
  screenText: string;
}

/** Looked at around a budget, as a secret may begin before it and be shortened. */
const MARGIN = 4096;

export function writeTranscript(memory: Recollection, options: TranscriptOptions): Transcript {
  const budget = { chars: options.chars ?? Number.POSITIVE_INFINITY, bytes: options.bytes ?? Number.POSITIVE_INFINITY };
  let source = memory.source;
  let lines = sanitise(joinRows(memory.rows));
  if (lines.length === 0 && memory.screenText !== "") {
    source = "screen";
    lines = sanitise(memory.screenText.split("\n").map((text) => ({ text, gapBefore: false })));
  }
  const recent = recentLines(lines, Math.min(budget.chars, budget.bytes) + MARGIN);
  const { shown, counts } = options.redact === false ? { shown: recent, counts: null } : redact(recent, memory.cols);
  const tooOld = memory.droppedRows + lines.length - recent.length;
  const { text, rows, dropped } = cutToBudget(shown, budget, tooOld);
  return {
    text,
    source,
    quality: source === "screen" ? "partial" : memory.quality,
    rows,
    chars: text.length,
    droppedRows: tooOld + dropped,
    redactions: counts ? counts.slice(counts.length - rows).reduce((sum, count) => sum + count, 0) : 0,
    startsMidStream: memory.startsMidStream,
  };
}

function recentLines(lines: Line[], chars: number): Line[] {
  let left = chars;
  let first = lines.length;
  while (first > 0 && left > 0) {
    first -= 1;
    left -= (lines[first] as Line).text.length + 1;
  }
  return first === 0 ? lines : lines.slice(first);
}

function redact(lines: Line[], cols: number): { shown: Line[]; counts: number[] } {
  const texts = lines.map(({ text }) => text);
  const redacted = redactLines(texts, (line) => fillsWidth(texts, line, cols));
  const shown: Line[] = [];
  const counts: number[] = [];
  redacted.lines.forEach((text, i) => {
    // A line that was all secret is gone, but not from the count.
    if (text.trim() === "") return;
    shown.push({ text, gapBefore: lines[i]?.gapBefore ?? false });
    counts.push(redacted.counts[i] ?? 0);
  });
  return { shown, counts };
}
