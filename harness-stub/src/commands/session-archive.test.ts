import { describe, expect, it } from "vitest";
import { createWorkspace } from "../../test/tht.ts";

describe("tht session archive and unarchive", () => {
  it("flips the flag and whether the session can be resumed, and leaves the status", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "close", id]);
    expect(await json(["session", "archive", id])).toMatchObject({
      archived: true,
      resumable: false,
      status: "closed",
    });
    expect(await json(["session", "unarchive", id])).toMatchObject({
      archived: false,
      resumable: true,
      status: "closed",
    });
  });

  it("changes nothing the second time", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    const first = await json(["session", "archive", id]);
    expect(await json(["session", "archive", id])).toEqual(first);
  });

  it("makes a session read-only but for its name, its group and its end", async () => {
    const { json, problem, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "archive", id]);
    for (const args of [
      ["put", id, "question", "--file=-"],
      ["decide", id, "--phase=F1", "--decision=approve"],
      ["close", id],
      ["reopen", id],
      ["finalize", id],
    ]) {
      expect(await problem(["session", ...args], { stdin: "Altra domanda" })).toMatchObject({
        exit: 1,
        code: "read-only",
      });
    }
    expect(await json(["session", "set-name", id, "--name=x"])).toMatchObject({ name: "x", archived: true });
    await json(["session", "delete", id]);
  });
});
