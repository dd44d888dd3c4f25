import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { asWriteProblem } from "./problem.ts";
import { readRegularFile } from "./read-file.ts";
import { LEDGER_FILE } from "./workflow.ts";

/** One line of the ledger as it stands; unknown members and unknown decisions are kept. */
export interface LedgerRecord {
  ts?: unknown;
  phase?: unknown;
  decision?: unknown;
  note?: unknown;
  by?: unknown;
  to?: unknown;
  key?: unknown;
  docs?: unknown;
  [member: string]: unknown;
}

export interface Ledger {
  records: LedgerRecord[];
  /** Lines that are no JSON object, a torn last one included. They stay in the file. */
  skipped: number;
}

/** In a line of so many characters nothing is nested too deep. */
const SHORT_LINE = 1_000;

/** Reads a session's ledger; a missing file is an empty ledger. */
export function readLedger(folder: string): Ledger {
  return parseLedger(readRegularFile(join(folder, LEDGER_FILE))?.bytes ?? new Uint8Array());
}

export function parseLedger(bytes: Uint8Array): Ledger {
  const ledger: Ledger = { records: [], skipped: 0 };
  for (const line of lines(bytes)) {
    if (line.trim() === "") continue;
    const record = parseRecord(line);
    if (record) ledger.records.push(record);
    else ledger.skipped += 1;
  }
  return ledger;
}

/** Splits on LF only: U+2028 and a lone CR are part of a note. */
export function lines(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\n");
}

export function parseRecord(line: string): LedgerRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    // JSON is parsed at any depth and written at some: what can't be shown again counts as unreadable here already.
    if (line.length > SHORT_LINE) JSON.stringify(value);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as LedgerRecord) : null;
  } catch {
    return null;
  }
}

/**
 * Appends one record in one write and waits for the disk. Call it under the session's lock. A file that does not end in
 * a newline gets one first, so that a torn line never swallows this record.
 */
export function appendRecord(folder: string, record: LedgerRecord): void {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    const file = openSync(join(folder, LEDGER_FILE), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
    try {
      const line = Buffer.from(`${endsInNewline(file) ? "" : "\n"}${JSON.stringify(record)}\n`);
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw asWriteProblem(error);
  }
}

function endsInNewline(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
