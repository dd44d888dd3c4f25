import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../test/tht.ts";
import { readYaml } from "./yaml-cache.ts";

const unchecked = (value: unknown) => value;

function createCache() {
  const folder = join(temporaryFolder(), "yaml");
  const read = <T>(kind: string, text: string, check: (value: unknown) => T) => readYaml(kind, text, check, folder);
  const files = () => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
  return { read, files };
}

describe("what is known of YAML texts", () => {
  it("is found out once for each purpose", () => {
    const { read } = createCache();
    const text = "n: 1\n";
    let checks = 0;
    const count = (value: unknown) => {
      checks += 1;
      return { ...(value as object), checks };
    };
    const first = read("counted", text, count);
    expect(first).toMatchObject({ n: 1, checks: 1 });
    expect(read("counted", text, count)).toEqual(first);
    expect(checks).toBe(1);
    expect(read("other", text, () => "another purpose")).toBe("another purpose");
    expect(read("counted", `${text}m: 2\n`, count)).toMatchObject({ n: 1, m: 2, checks: 2 });
  });

  it("is the same each time where JSON can't carry it", () => {
    const { read, files } = createCache();
    const text = "big: 123456789012345678901\nendless: .inf\nnone: .nan\n";
    const expected = { big: 123456789012345678901n, endless: Number.POSITIVE_INFINITY, none: Number.NaN };
    for (const _time of ["first", "second"]) expect(read("any", text, unchecked)).toMatchObject(expected);
    expect(files()).toEqual([]);
  });

  it("is found out again where its file is broken or of other rules", () => {
    const { read, files } = createCache();
    const text = "n: 1\n";
    const first = read("any", text, unchecked);
    const [path = ""] = files();
    const kept = readFileSync(path, "utf8");
    const others = [JSON.stringify({ ...JSON.parse(kept), rules: "1,2,3", value: "old" }), "null", "[]", "{", ""];
    for (const content of others) {
      writeFileSync(path, content);
      expect(read("any", text, unchecked)).toEqual(first);
      expect(readFileSync(path, "utf8")).toBe(kept);
    }
  });

  it("throws what the text or the check has against it, each time", () => {
    const { read } = createCache();
    const text = "n: 1\n";
    for (const _time of ["first", "second"]) {
      expect(() => read("any", `${text}a: [\n`, unchecked)).toThrow();
      const refuse = () => {
        throw new Error("it is no workflow");
      };
      expect(() => read("refused", text, refuse)).toThrow("it is no workflow");
    }
  });
});
