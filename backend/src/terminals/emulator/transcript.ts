import type { ShownRow } from "./ledger/merge-repeated.ts";
import type { Transcript, TranscriptOptions } from "./types.ts";

export interface Recollection {
  rows: ShownRow[];
  droppedRows: number;
  cols: number;
  source: Transcript["source"];
  quality: Transcript["quality"];
  startsMidStream: boolean;
}
export function writeTranscript(r: Recollection, _o: TranscriptOptions): Transcript {
  const out: string[] = [];
  let last: ShownRow | null = null;
  for (const row of r.rows) {
    if (row.text.trim() === "") continue;
    if (last && row.continues === last) out[out.length - 1] += row.text;
    else out.push(row.text);
    last = row;
  }
  const text = out.join("\n");
  return {
    text,
    rows: out.length,
    chars: text.length,
    redactions: 0,
    droppedRows: 0,
    source: r.source,
    quality: r.quality,
    startsMidStream: r.startsMidStream,
  };
}
