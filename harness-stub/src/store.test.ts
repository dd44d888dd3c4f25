import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, temporaryFolder } from "../test/tht.ts";
import { sessionFolder } from "./session-folders.ts";

const HOSTILE = [
  "..",
  ".",
  "../x",
  "a/../../x",
  "/etc",
  "a/b",
  "a\\b",
  ".hidden",
  "-x",
  "a..b",
  "",
  " ",
  "a b",
  "%2e%2e%2f",
  "è",
  "a\nb",
  "x".repeat(129),
];

describe("the ids of sessions", () => {
  it.each(HOSTILE)("refuses %j before the disk is touched", (id) => {
    expect(() => sessionFolder("/no/such/root", id)).toThrow(expect.objectContaining({ code: "invalid-id" }));
  });

  it("refuses hostile ids in every command", async () => {
    const { problem, folder } = createWorkspace();
    for (const args of [
      ["show"],
      ["documents"],
      ["path"],
      ["delete"],
      ["set-name", "--name=x"],
      ["put", "--file=-"],
      ["fork"],
    ]) {
      const [verb = "", ...options] = args;
      for (const id of ["../x", "-x"]) {
        const positionals = verb === "put" ? [id, "question"] : [id];
        const outcome = await problem(["session", verb, ...options, "--", ...positionals]);
        expect(outcome).toMatchObject({ exit: 1, code: "invalid-id" });
      }
    }
    expect(readdirSync(folder)).toEqual(["workspace.yaml"]);
  });

  it("does not follow a session folder that is a link", async () => {
    const { problem, root, begin } = createWorkspace();
    await begin();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "session_manifest.yaml"), "question: x\n");
    symlinkSync(outside, join(root, "link"));
    for (const args of [["show"], ["documents"], ["path"], ["delete"], ["archive"], ["fork"]]) {
      expect(await problem(["session", ...args, "link"])).toMatchObject({ exit: 1, code: "invalid-id" });
    }
    expect(readdirSync(outside)).toEqual(["session_manifest.yaml"]);
  });

  it("says when there is no such session", async () => {
    const { problem, root } = createWorkspace();
    for (const verb of ["show", "documents", "path", "delete", "archive", "fork", "finalize"]) {
      expect(await problem(["session", verb, "absent"])).toMatchObject({ exit: 1, code: "session-not-found" });
    }
    expect(existsSync(join(root, ".locks", "absent.lock"))).toBe(false);
  });

  it("refuses to change what it can't read", async () => {
    const { problem, root } = createWorkspace();
    mkdirSync(join(root, "broken"), { recursive: true });
    writeFileSync(join(root, "broken", "session_manifest.yaml"), "- 1\n");
    for (const args of [
      ["archive"],
      ["set-name", "--name=x"],
      ["close"],
      ["finalize"],
      ["fork"],
      ["decide", "--phase=F1", "--decision=approve"],
    ]) {
      const [verb = "", ...options] = args;
      expect(await problem(["session", verb, "broken", ...options])).toMatchObject({ exit: 1, code: "unreadable" });
    }
  });
});
