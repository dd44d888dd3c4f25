import { describe, expect, it } from "vitest";
import { createWorkspace } from "../../test/tht.ts";

describe("tht session close, reopen and finalize", () => {
  it("closes and reopens", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    expect(await json(["session", "close", id])).toMatchObject({ status: "closed", resumable: true });
    expect(await json(["session", "reopen", id])).toMatchObject({ status: "open" });
  });

  it("finalizes once every phase is approved, and for good", async () => {
    const { json, problem, begin, advance } = createWorkspace();
    const id = await begin();
    advance(id, "F8");
    expect(await problem(["session", "finalize", id])).toMatchObject({ exit: 1, code: "not-complete" });
    await json(["session", "decide", id, "--phase=F8", "--decision=approve"]);
    const row = await json(["session", "finalize", id]);
    expect(row).toMatchObject({
      status: "finalized",
      resumable: false,
      phase: { code: "F8", complete: true, next: "done" },
    });
    expect(await json(["session", "finalize", id])).toEqual(row);
    for (const args of [
      ["reopen", id],
      ["close", id],
      ["decide", id, "--phase=F8", "--decision=rollback", "--to=F1"],
      ["put", id, "evidence", "--file=-"],
    ]) {
      expect(await problem(["session", ...args], { stdin: "{}" })).toMatchObject({ exit: 1, code: "read-only" });
    }
  });
});
