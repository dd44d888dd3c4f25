import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A word that exactly one turn of each session has, and no other. */
export const MARK = "sandpiper";

/** So many turns a fork begins with. */
const COPIED = 4;

export interface Corpus {
  sessions: number;
  /** All turns there are, each once. */
  turns: number;
  bytes: number;
}

const idOf = (n: number) => `5a4d9e10-0000-4000-8000-${String(n).padStart(12, "0")}`;
const folderOf = (home: string, cwd: string) => join(home, ".claude/projects", cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));

/** The file of one of the corpus's sessions. */
export const transcriptOf = (home: string, cwd: string, n: number) => join(folderOf(home, cwd), `${idOf(n)}.jsonl`);

/**
 * Transcripts of Claude Code for `cwd` in its store below `home`: little that was said between much that tools answered.
 * The last quarter are forks, which begin with copies of the turns of the session before them.
 */
export function writeCorpus(
  home: string,
  cwd: string,
  { sessions, bytes }: { sessions: number; bytes: number },
): Corpus {
  mkdirSync(folderOf(home, cwd), { recursive: true });
  const each = bytes / sessions;
  const result = {
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: `${"src/cache/warm-up.ts:12: ok\n".repeat(75)}`,
  };
  let turns = 0;
  let written = 0;
  for (let n = 0; n < sessions; n++) {
    const sessionId = idOf(n);
    const entry = (type: string, said: number, content: unknown, from = n) =>
      `${JSON.stringify({
        type,
        uuid: `5a4d9e10-${String(said).padStart(4, "0")}-4000-9000-${String(from).padStart(12, "0")}`,
        sessionId,
        cwd,
        timestamp: new Date(Date.UTC(2026, 9, 1) + from * 3_600_000 + said * 1000).toISOString(),
        message: { role: type, content },
      })}\n`;
    const prose = (said: number, from: number) => {
      const why = (n: number) => `since ledger ${from * 31 + n} was read twice by loader ${n % 7} of the night run`;
      const reasons = Array.from({ length: 12 }, (_, n) => `${why(said * 12 + n)}.`).join(" And ");
      return [{ type: "text", text: `Step ${said} of session ${from}: the importer keeps its order, ${reasons}` }];
    };
    const out = openSync(transcriptOf(home, cwd, n), "w");
    let size = 0;
    const write = (text: string) => {
      size += writeSync(out, text);
    };
    const isFork = n >= sessions * 0.75;
    if (isFork) for (let said = 1; said <= COPIED; said++) write(entry("assistant", said, prose(said, n - 1), n - 1));
    write(entry("user", 0, `We decided on the ${MARK} for session ${n}, and not on the plover.`));
    turns++;
    for (let said = 1; said <= COPIED || size < each; said++) {
      write(entry("assistant", said, prose(said, n)));
      turns++;
      for (let answers = 0; answers < 6; answers++) write(entry("user", 1000 + said * 6 + answers, [result]));
    }
    closeSync(out);
    written += size;
  }
  return { sessions, turns, bytes: written };
}
