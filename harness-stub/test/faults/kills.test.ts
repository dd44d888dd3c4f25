import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json, THT } from "../tht.ts";

/** `npm run test:faults` kills 120 times in each write; the everyday run a handful. */
const KILLS = process.env.THOTH_FAULTS === "long" ? 120 : 6;

type Workspace = ReturnType<typeof createWorkspace>;
interface Write {
  /** The arguments of round `round`, and what goes to its stdin. */
  args: (id: string, round: number) => { args: string[]; stdin?: string };
  /** What has to be so before each round. */
  before?: (workspace: Workspace, id: string, round: number) => Promise<unknown> | unknown;
}

const WRITES: Record<string, Write> = {
  new: { args: (_id, round) => ({ args: ["new", `--question=Domanda ${round}?`] }) },
  "set-name": { args: (id, round) => ({ args: ["set-name", id, `--name=nome ${round} ${"è".repeat(100)}`] }) },
  "set-group": { args: (id, round) => ({ args: ["set-group", id, `--group=gruppo ${round}`] }) },
  archive: { args: (id, round) => ({ args: [round % 2 ? "unarchive" : "archive", id] }) },
  close: { args: (id, round) => ({ args: [round % 2 ? "reopen" : "close", id] }) },
  put: {
    args: (id, round) => ({
      args: ["put", id, "context", "--file=-"],
      stdin: `# Contesto ${round}\n${"riga\n".repeat(20_000)}fine\n`,
    }),
    before: ({ advance }, id) => advance(id, "F2"),
  },
  decide: {
    args: (id, round) => ({
      args: ["decide", id, "--phase=F1", "--decision=revise", `--note=nota ${round}`, `--key=k${round}`],
    }),
  },
  fork: { args: (id, round) => ({ args: ["fork", id, `--name=copia ${round}`] }) },
  delete: {
    args: (_id, round) => ({ args: ["delete", `vittima-${round}`] }),
    before: ({ root, folder }, id, round) =>
      new Promise((resolve, reject) => {
        // A session to lose, made as any program would: a copy of the folder.
        const copy = spawn("cp", ["-r", join(root, id), join(root, `vittima-${round}`)], { cwd: folder });
        copy.on("error", reject);
        copy.on("close", resolve);
      }),
  },
};

/** Runs `tht` and kills it after `ms`; whether it had said it was done. */
function killed(folder: string, args: string[], stdin: string, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [THT, "--workspace", folder, "session", ...args, "--json"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

const notesOf = (ledger: string): string[] =>
  existsSync(ledger)
    ? readFileSync(ledger, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).note)
    : [];

describe("tht killed at any instant of a write", () => {
  it.each(Object.keys(WRITES))(
    "%s: every file is whole and everything acknowledged is there",
    async (verb) => {
      const workspace = createWorkspace();
      const { json, begin, root, folder, file } = workspace;
      const write = WRITES[verb] as Write;
      const id = await begin();
      const begun = performance.now();
      await json(["session", "set-name", id, "--name=primo"]);
      const life = performance.now() - begun;
      const acknowledged: number[] = [];

      for (let round = 0; round < KILLS; round += 1) {
        await write.before?.(workspace, id, round);
        const { args, stdin = "" } = write.args(id, round);
        // From before the program does anything to after its end.
        const done = await killed(folder, args, stdin, life * (0.2 + (1.2 * round) / KILLS));
        if (done) acknowledged.push(round);

        const rows: Json[] = await json(["session", "list"]);
        expect(rows.filter(({ problem }) => problem !== null)).toEqual([]);
        const inTheWay = readdirSync(root).filter((name) => !name.startsWith(".") && !existsSync(join(root, name)));
        expect(inTheWay).toEqual([]);
        if (verb === "delete" && done) expect(rows.map((row) => row.id)).not.toContain(`vittima-${round}`);
        if (verb === "put" && existsSync(file(id, "context.md"))) {
          expect(readFileSync(file(id, "context.md"), "utf8")).toMatch(/fine\n$|^# context\n$/);
        }
      }

      if (verb === "decide") {
        const notes = notesOf(file(id, "review_decisions.jsonl"));
        expect(new Set(notes).size).toBe(notes.length);
        expect(notes).toEqual(expect.arrayContaining(acknowledged.map((round) => `nota ${round}`)));
      }
      // Whoever comes next finds no lock left behind and no file half written.
      expect(await json(["session", "set-group", id, "--group=dopo"])).toMatchObject({ group: "dopo" });
    },
    Math.max(60_000, KILLS * 4_000),
  );
});
