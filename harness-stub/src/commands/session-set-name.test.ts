import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWorkspace } from "../../test/tht.ts";

describe("tht session set-name and set-group", () => {
  it("trims, normalises, and clears with an empty text", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    expect(await json(["session", "set-name", id, "--name=  Cafe\u0301  "])).toMatchObject({ name: "Café" });
    expect(await json(["session", "set-name", id, "--name= "])).toMatchObject({ name: null });
    expect(await json(["session", "set-group", id, "--group=Vendite "])).toMatchObject({ group: "Vendite" });
    expect(await json(["session", "set-group", id, "--group="])).toMatchObject({ group: null });
  });

  it.each([
    "--help",
    "=1+1",
    "; rm -rf /",
    "$(touch x)",
    "no",
    "0000008",
    "=",
    "'\"\\",
    "😀",
    "\u202egnp",
    "مرحبا",
    "a\u200bb",
    "-",
  ])("takes %j for only a name", async (name) => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    expect((await json(["session", "set-name", id, `--name=${name}`])).name).toBe(name);
    expect((await json(["session", "list"]))[0].name).toBe(name);
  });

  it("clears with a name in which there is nothing to see", async () => {
    const { json, begin, problem } = createWorkspace();
    const id = await begin();
    await json(["session", "set-name", id, "--name=x"]);
    expect(await json(["session", "set-name", id, "--name=\u200b\u2060 \u3164\u202e"])).toMatchObject({ name: null });
    expect(await problem(["session", "new", "--question=\u200b \u200d"])).toMatchObject({ code: "invalid-question" });
  });

  it("refuses names that are too long or not on one line", async () => {
    const { json, problem, begin } = createWorkspace();
    const id = await begin();
    const family = "👨‍👩‍👧‍👦";
    expect((await json(["session", "set-name", id, `--name=${family.repeat(200)}`])).name).toBe(family.repeat(200));
    for (const name of [family.repeat(201), "a\nb", "a\u0007b"]) {
      expect(await problem(["session", "set-name", id, `--name=${name}`])).toMatchObject({
        exit: 1,
        code: "invalid-name",
      });
    }
  });

  it("says who changed it and when, and leaves every other line of the manifest alone", async () => {
    const { json, begin, file } = createWorkspace();
    const id = await begin();
    const manifest = file(id, "session_manifest.yaml");
    const foreign = [
      "# scritto a mano",
      `session_id: '${id}'`,
      "question: Quanti ordini?   # la domanda",
      "big: 123456789012345678901234567890",
      "updated_at: '2026-01-01T00:00:00.000Z'",
      "extra:",
      "- uno",
      "- {due: ~}",
      "name: null",
      "",
    ].join("\r\n");
    writeFileSync(manifest, foreign);
    const row = await json(["session", "set-name", id, "--name=Ordini", "--by=Bruno"]);
    expect(row).toMatchObject({ name: "Ordini", activity_at: "2026-01-01T00:00:00.000Z" });
    expect(readFileSync(manifest, "utf8")).toBe(
      foreign
        .replace("name: null", 'name: "Ordini"\r\nupdated_by: "Bruno"\r\nactivity_at: "2026-01-01T00:00:00.000Z"')
        .replace("'2026-01-01T00:00:00.000Z'", `"${row.updated_at}"`),
    );
  });

  it("makes groups that touch no other session, many at once too", async () => {
    const { json, begin, file } = createWorkspace();
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await begin(`domanda ${n}`));
    const [first = "", ...rest] = ids;
    await json(["session", "set-group", first, "--group=Vendite"]);
    const before = readFileSync(file(first, "session_manifest.yaml"));
    await Promise.all(rest.map((id, n) => json(["session", "set-group", id, `--group=Gruppo ${n}`])));
    const rows = await json(["session", "list"]);
    const groups = new Map(rows.map(({ id, group }: { id: string; group: string }) => [id, group]));
    expect(ids.map((id) => groups.get(id))).toEqual(["Vendite", ...rest.map((_id, n) => `Gruppo ${n}`)]);
    expect(readFileSync(file(first, "session_manifest.yaml")).equals(before)).toBe(true);
  });
});
