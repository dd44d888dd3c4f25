import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { inlinePrograms } from "./inline.ts";
import type { Recording } from "./recording.ts";
import { fullScreenPrograms } from "./tui.ts";

const OWN = fileURLToPath(new URL("../fixtures/pty/", import.meta.url));

/** A conversation with a real agent: what was asked and shown. */
export interface GenuineConversation {
  name: string;
  bytes: Buffer;
  cols: number;
  rows: number;
  prompts: string[];
  lines: string[];
}

/** Recordings of real programs, and of programs that are drawn by the tests. */
export function ownRecordings(): Recording[] {
  return [...stored(OWN), ...fullScreenPrograms(), ...inlinePrograms()];
}

/** Recordings from the folder of THOTH_FIXTURES; none when it isn't set. */
export function givenRecordings(): Recording[] {
  const folder = givenFolder();
  return folder ? stored(folder) : [];
}

export function genuineConversations(): GenuineConversation[] {
  const folder = givenFolder();
  if (!folder) return [];
  return ["claude", "codex", "opencode", "pi"].flatMap((agent) => {
    const about = join(folder, `genuine-${agent}.json`);
    if (!existsSync(about)) return [];
    const { cols, rows, turns, lines_shown } = JSON.parse(readFileSync(about, "utf8"));
    const bytes = gunzipSync(readFileSync(join(folder, `genuine-${agent}.raw.gz`)));
    return [
      {
        name: agent,
        bytes,
        cols,
        rows,
        prompts: turns.map((turn: { prompt: string }) => turn.prompt),
        lines: lines_shown,
      },
    ];
  });
}

function givenFolder(): string | null {
  const folder = process.env.THOTH_FIXTURES && join(process.env.THOTH_FIXTURES, "pty");
  return folder && existsSync(join(folder, "manifest.json")) ? folder : null;
}

function stored(folder: string): Recording[] {
  const { recordings } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return recordings.map((about: Omit<Recording, "bytes"> & { file: string }) => {
    const bytes = gunzipSync(readFileSync(join(folder, `${about.file}.gz`)));
    const { name, cols, rows, resizes, expect, match, maxRows, forbid } = about;
    return { name, bytes, cols, rows, resizes, expect, match, maxRows, forbid };
  });
}
