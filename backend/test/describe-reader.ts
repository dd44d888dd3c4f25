import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import type { Environment, Reader, ReaderContext, Reading, Unit } from "../src/transcripts/types.ts";
import { fc } from "./fast-check.ts";
import { lyingJson } from "./lying-json.ts";
import { expectSound, joined, outcome, treeOf, unkeyed } from "./reading-expectations.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { denying, outsideOf, watchingFiles } from "./watching-files.ts";

/** A reader with a store to try it on: hand-made files in the shape the agent writes. */
export interface ReaderSubject {
  reader: Reader;
  /** Lays the store out below `home`, an empty folder; by default what `fixtures/transcripts/<agent>` holds. */
  lay?(home: string): void;
  /** By default only `HOME`. */
  env?(home: string): Environment;
  /** Folders the sessions of the store ran in, where the reader needs to be told. */
  projects?(home: string): string[];
  /** A session with at least four turns. */
  sessionId: string;
  /** Its transcript in the store, from `home`; null where it lies in a database, to which what is about files is not done. */
  transcript: string | null;
  /** The transcript is one JSON value a line; else one JSON value, or with null no JSON at all. */
  shape: "jsonl" | "json" | null;
  /** Cuts into the transcript's bytes are tried here; fewer where a reading is slow. By default 40. */
  cuts?: number;
}

export const transcriptFixtures = (agent: string) =>
  fileURLToPath(new URL(`fixtures/transcripts/${agent}`, import.meta.url));

const SECRET = "outside-the-store-9f1c";
const MEGABYTES = 3;

/** What holds for the reader of any store, whatever its format. */
export function describeReader(subject: ReaderSubject): void {
  const { reader } = subject;

  describe(`a reader of ${reader.agent}`, () => {
    let home: string;
    let context: ReaderContext;
    /** Its path, and what it holds; empty where there is none. */
    let transcript: string;
    let original: Buffer;

    beforeEach(() => {
      home = temporaryFolder();
      (subject.lay ?? ((to) => cpSync(transcriptFixtures(reader.agent), to, { recursive: true })))(home);
      context = { env: (subject.env ?? homeOnly)(home), projects: subject.projects?.(home) ?? [] };
      transcript = subject.transcript === null ? "" : join(home, subject.transcript);
      original = transcript ? readFileSync(transcript) : Buffer.alloc(0);
    });

    const unitOf = (sessionId = subject.sessionId): Unit => {
      const { units, failures } = reader.list(context);
      expect(failures).toEqual([]);
      const unit = units.find((one) => one.sessionId === sessionId);
      if (!unit) throw new Error(`${sessionId} is not among ${units.map((one) => one.sessionId).join(", ")}`);
      return unit;
    };
    const unitIfAny = () => reader.list(context).units.find((one) => one.sessionId === subject.sessionId);
    const read = (from?: Reading["mark"]): Reading => {
      const reading = reader.read(unitOf(), context, from ? { from } : {});
      if (!reading) throw new Error(`nothing read of ${subject.sessionId}`);
      return reading;
    };
    const put = (bytes: Buffer | string) => writeFileSync(transcript, bytes);

    test("lists what is there, and reads each session the same every time", () => {
      const { units, failures } = reader.list(context);
      expect(failures).toEqual([]);
      expect(new Set(units.map((unit) => unit.path)).size).toBe(units.length);
      for (const unit of units) {
        expect(Number.isFinite(unit.size) && Number.isFinite(unit.mtime)).toBe(true);
        const reading = reader.read(unit, context);
        if (reading) expectSound(reading);
        expect(reader.read(unit, context)).toEqual(reading);
      }
      expect(read().turns.length).toBeGreaterThanOrEqual(4);
      expect(reader.list(context)).toEqual({ units, failures });
    });

    test("tells keys of different turns apart, over all sessions", () => {
      const { units } = reader.list(context);
      const seen = new Map<string, string>();
      for (const unit of units)
        for (const { key, role, text } of reader.read(unit, context)?.turns ?? []) {
          expect(seen.get(key) ?? `${role} ${text}`).toBe(`${role} ${text}`);
          seen.set(key, `${role} ${text}`);
        }
    });

    test("knows whose a session is without reading it whole", () => {
      const head = reader.head(unitOf(), context);
      const { sessionId, cwd, subagentOf } = read().head;
      expect(head).toMatchObject({ sessionId, cwd, subagentOf });
    });

    test("leaves the store as it is", () => {
      const before = treeOf(home);
      for (const unit of reader.list(context).units) {
        reader.head(unit, context);
        reader.read(unit, context, { touchedFiles: true });
      }
      reader.presence(subject.sessionId, home, context);
      expect(treeOf(home)).toEqual(before);
    });

    test("resumes a session by its id, or not at all", () => {
      const command = reader.resumeCommand(subject.sessionId);
      if (command !== null) expect(command.join(" ")).toContain(subject.sessionId);
    });

    test("finds nothing where the agent never ran", () => {
      const empty = temporaryFolder();
      const nowhere = { env: (subject.env ?? homeOnly)(empty), projects: [] };
      expect(reader.list(nowhere)).toEqual({ units: [], failures: [] });
      expect(reader.presence(subject.sessionId, home, nowhere)).toBe("unknown");
      expect(reader.list({ env: {}, projects: [] }).units).toEqual([]);
    });

    if (subject.transcript !== null) describeFile();
    if (subject.shape === "jsonl") describeLines();
    if (subject.shape === "json") describeWhole();
    if (reader.appendOnly) describeGrowth();
    else
      test("has no mark to go on from", () => {
        const { mark, appended } = read();
        expect([mark, appended]).toEqual([null, false]);
      });

    function describeFile() {
      test("notices a change by size or time, and none where there is none", () => {
        const before = unitOf();
        expect(unitOf()).toEqual(before);
        appendFileSync(transcript, "\n");
        const now = new Date(Date.now() + 5000);
        utimesSync(transcript, now, now);
        const after = unitOf();
        expect(after.path).toBe(before.path);
        expect([after.size, after.mtime]).not.toEqual([before.size, before.mtime]);
      });

      test("takes an empty file for no session, or one without turns", () => {
        put("");
        const unit = unitIfAny();
        expect((unit && reader.read(unit, context)?.turns) ?? []).toEqual([]);
        if (unit) expect(() => reader.head(unit, context)).not.toThrow();
      });

      test("leaves a file that vanished to the file system", () => {
        const unit = unitOf();
        rmSync(transcript);
        expect(outcome(() => reader.read(unit, context))).toMatch(/^(null|ENOENT)$/);
        expect(outcome(() => reader.head(unit, context))).toMatch(/^(null|ENOENT)$/);
        expect(reader.list(context).failures).toEqual([]);
      });

      test("opens nothing outside its roots, not through links either", () => {
        const outside = temporaryFolder();
        const planted = join(outside, "planted");
        mkdirSync(planted);
        const name = relative(dirname(transcript), transcript);
        writeFileSync(join(planted, name), original.toString("utf8").replaceAll(subject.sessionId, SECRET));
        symlinkSync(planted, join(dirname(transcript), "linked-folder"));
        symlinkSync(planted, join(dirname(dirname(transcript)), "linked-folder"));
        const other = name.replace(subject.sessionId, SECRET);
        symlinkSync(join(planted, name), join(dirname(transcript), other === name ? `linked-${name}` : other));
        rmSync(transcript);
        symlinkSync(join(planted, name), transcript);

        const opened = watchingFiles(() => {
          for (const unit of reader.list(context).units) {
            reader.head(unit, context);
            reader.read(unit, context, { touchedFiles: true });
          }
          reader.presence(subject.sessionId, home, context);
        });
        expect(outsideOf(reader.roots(context), opened)).toEqual([]);
      });

      test("tells a store it may not read, and why, and doesn't throw", () => {
        const { failures, units } = denying(reader.roots(context), () => reader.list(context));
        expect(units).toEqual([]);
        expect(failures.length).toBeGreaterThan(0);
        for (const { path, detail } of failures) expect([path, detail]).not.toContain("");
      });

      test("takes a store it may not read for no evidence that a session is gone", () => {
        const { cwd } = read().head;
        const ask = (id: string) => reader.presence(id, cwd ?? home, context);
        expect(denying(reader.roots(context), () => ask("00000000-no-such-session"))).not.toBe("gone");
      });
    }

    function describeLines() {
      const lines = () =>
        original
          .toString("utf8")
          .split("\n")
          .filter((line) => line !== "");

      test("passes over what it does not know, and what is no JSON", () => {
        const { turns, head } = read();
        const strange = [
          '{"type":"from-the-future","payload":{"text":[1]}}',
          "{}",
          "[]",
          "null",
          "42",
          '"text"',
          "{",
          "",
          "}{",
          " \t",
        ];
        put(
          `${lines()
            .flatMap((line, index) => [line, strange[index % strange.length]])
            .join("\n")}\n`,
        );
        expect(unkeyed(read().turns)).toEqual(unkeyed(turns));
        expect(read().head).toEqual(head);
      });

      test("reads past a byte order mark, carriage returns, NULs, and bytes that are no UTF-8", () => {
        const { turns } = read();
        put(`\u{feff}${lines().join("\r\n")}\r\n${"\0".repeat(4096)}\n`);
        expect(unkeyed(read().turns)).toEqual(unkeyed(turns));
        put(
          lines()
            .map((line) => `\0\0${line}\n`)
            .join(""),
        );
        expect(unkeyed(read().turns)).toEqual(unkeyed(turns));
        put(Buffer.concat([original, Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x0a])]));
        expect(unkeyed(read().turns)).toEqual(unkeyed(turns));
      });

      test("reads past lines of megabytes, between and inside", () => {
        const { turns } = read();
        const long = JSON.stringify({ type: "from-the-future", blob: "x".repeat(MEGABYTES << 20) });
        put(
          `${lines()
            .flatMap((line) => [line.replace(/\}$/, `,"_padding":${JSON.stringify('é"'.repeat(1 << 16))}}`), long])
            .slice(0, 12)
            .join("\n")}\n`,
        );
        const some = unkeyed(read().turns);
        expect(some).toEqual(unkeyed(turns).slice(0, some.length));
      });

      test("a last line that is torn costs nothing but itself", () => {
        const { turns } = read();
        const last = lines().at(-1) ?? "";
        put(original.toString("utf8").trimEnd());
        expect(read().turns).toEqual(turns);
        put(Buffer.concat([original, Buffer.from(last).subarray(0, Math.floor(last.length / 2))]));
        expect(read().turns).toEqual(turns);
      });

      test("holds whatever type a value has", () => {
        fc.assert(
          fc.property(lyingJson(lines()), (lied) => {
            put(`${lied.join("\n")}\n`);
            expectReadable();
          }),
          { numRuns: 150 },
        );
      }, 120_000);
    }

    function describeWhole() {
      test("holds whatever type a value has", () => {
        fc.assert(
          fc.property(lyingJson([original.toString("utf8")]), ([lied = ""]) => {
            put(lied);
            expectReadable();
          }),
          { numRuns: 150 },
        );
      }, 120_000);

      test("a file that is cut, or no JSON, is no session", () => {
        for (const bytes of [original.subarray(0, original.length / 2), "{", "[]", "null", "\0\0"]) {
          put(bytes);
          const unit = unitIfAny();
          expect((unit && reader.read(unit, context)?.turns) ?? []).toEqual([]);
        }
      });

      test("reads past a byte order mark", () => {
        const { turns } = read();
        put(`\u{feff}${original.toString("utf8")}`);
        expect(read().turns).toEqual(turns);
      });
    }

    function expectReadable() {
      const unit = unitIfAny();
      if (!unit) return;
      reader.head(unit, context);
      const reading = reader.read(unit, context, { touchedFiles: true });
      if (reading) expectSound(reading);
    }

    function describeGrowth() {
      test("reads on from wherever it was, to the same turns as in one go", () => {
        const whole = read();
        const step = Math.max(1, Math.floor(original.length / (subject.cuts ?? 40)));
        for (let cut = step; cut < original.length; cut += step) {
          put(original.subarray(0, cut));
          const unit = unitIfAny();
          const before = unit && reader.read(unit, context);
          put(original.subarray(0, cut));
          if (!before) continue;
          appendFileSync(transcript, original.subarray(cut));
          const after = read(before.mark);
          expect(joined(before, after)).toEqual(whole.turns);
          expect(after.head).toEqual(whole.head);
        }
      });

      test("asks for no more than the new bytes and a little", () => {
        const { mark } = read();
        const more = original.subarray(original.lastIndexOf("\n", original.length - 2) + 1);
        appendFileSync(transcript, more);
        expect(read(mark).bytesRead).toBeLessThanOrEqual(more.length + 8192 + 4096);
      });

      test("finds nothing new where nothing was added", () => {
        const { mark, turns } = read();
        const again = read(mark);
        expect(again.appended ? again.turns : turns).toEqual(again.appended ? [] : again.turns);
        expect(JSON.parse(JSON.stringify(mark))).toEqual(mark);
      });

      test("reads anew what was rewritten", () => {
        const { mark } = read();
        const half = original.subarray(0, original.lastIndexOf("\n", original.length / 2) + 1);
        put(half);
        const shorter = reader.read(unitOf(), context);
        expect(reader.read(unitOf(), context, { from: mark as NonNullable<typeof mark> })).toMatchObject({
          appended: false,
          turns: shorter?.turns ?? [],
        });
      });
    }
  });
}

const homeOnly = (home: string): Environment => ({ HOME: home });
