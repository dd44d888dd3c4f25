import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { claudeTranscript, type Said } from "../../test/claude-transcript.ts";
import { fc } from "../../test/fast-check.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createSearch } from "./search.ts";

interface Entry {
  type: string;
  uuid: string;
  message: { content: string | { text: string }[] };
}

/** What reading everything line by line comes to: each turn once, by its id. */
function parsedFrom(folder: string): string[] {
  const said = new Map<string, string>();
  for (const name of readdirSync(folder).sort())
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      if (!line.endsWith("}")) continue;
      const { type, uuid, message } = JSON.parse(line) as Entry;
      const text =
        typeof message.content === "string" ? message.content : message.content.map(({ text }) => text).join("\n\n");
      said.set(uuid, `${type} ${text.trim()}`);
    }
  return [...said.values()].sort();
}

function indexed(file: string): string[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare("SELECT t.role, x.text FROM turns t JOIN texts x ON x.id = t.id").all();
  database.close();
  return rows.map(({ role, text }) => `${["user", "assistant"][role as number]} ${text}`).sort();
}

const texts = fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 80 }).map((text) => `said ${text} here`);
const said = fc.record({
  role: fc.constantFrom<Said["role"]>("user", "assistant"),
  text: texts,
  // Few enough that files share some: a turn that was copied has the id and the text it had.
  uuid: fc.integer({ min: 0, max: 40 }),
});

test("the index has the turns that reading everything has, however the files came about", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.array(said, { maxLength: 6 }), fc.boolean()), {
        minLength: 1,
        maxLength: 8,
      }),
      async (writes) => {
        const folder = temporaryFolder();
        const given = join(folder, "given");
        mkdirSync(given);
        const file = join(folder, "sessions.db");
        const search = createSearch({
          file,
          settings: async () => ({ enabled: true, keepGone: true, projects: [folder] }),
          own: null,
          env: { THOTH_SESSIONS_DIR: given },
          resumeOwn: () => [],
          now: () => new Date(0),
        });
        const first = new Map<number, Pick<Said, "role" | "text">>();
        try {
          for (const [n, turns, torn] of writes) {
            const lines = claudeTranscript(
              `s${n}`,
              turns.map(({ uuid, ...turn }) => {
                const known = first.get(uuid) ?? turn;
                first.set(uuid, known);
                return { ...known, uuid: `00000000-0000-4000-8000-${String(uuid).padStart(12, "0")}` };
              }),
            );
            const path = join(given, `s${n}.jsonl`);
            if (torn) writeFileSync(path, `${lines}{"type":"user","mess`);
            else appendFileSync(path, `\n${lines}`);
            await search.search({ q: "said" });
          }
        } finally {
          await search.close();
        }
        expect(indexed(file)).toEqual(parsedFrom(given));
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
