import { describe, expect, it } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { editFields } from "./edit-fields.ts";
import { parseYaml } from "./yaml-schema.ts";

const MANIFEST = [
  "\ufeff# written by hand",
  "session_id: abc-1   # never changes",
  "question: 'Qual è",
  "  il totale?'",
  "big: 123456789012345678901234567890",
  "name: Bozza # provvisorio",
  "group:",
  "note: |",
  "  prima riga",
  "",
  "  terza riga",
  "tags: &tags [1, 0x1F, ~]",
  "more: *tags",
  "archived: no",
  "# the end",
].join("\r\n");

describe("editFields", () => {
  it("changes the bytes of the changed values and no others", () => {
    const edited = editFields(MANIFEST, { name: "no", group: "Vendite", archived: true, updated_by: "Anna" });
    expect(edited).toBe(
      MANIFEST.replace("name: Bozza #", 'name: "no" #')
        .replace("group:", 'group: "Vendite"')
        .replace("archived: no", 'archived: true\r\nupdated_by: "Anna"'),
    );
  });

  it.each([
    ["a value over several lines", "name: >-\n  uno\n  due\nb: 1\n", 'name: "x"\nb: 1\n'],
    ["a folded scalar over two lines", "name: 'uno\n  due'\nb: 1\n", 'name: "x"\nb: 1\n'],
    ["a tag that would change the type", "name: !!int 3\nb: 1\n", 'name: "x"\nb: 1\n'],
    ["an anchor others refer to", "name: &n tre\nb: *n\n", null],
    ["a list in the place of text", "name:\n- 1\n- 2\nb: 1\n", 'name: "x"\nb: 1\n'],
    ["the last of two equal keys", "name: 1\nname: 2\n", 'name: 1\nname: "x"\n'],
    ["a flow mapping", "{name: 1, b: [2]}\n", '{name: "x", b: [2]}\n'],
    ["a flow mapping without the field", "{b: [2]}\n", '{name: "x", b: [2]}\n'],
    ["a file without a last newline", "b: 1", 'b: 1\nname: "x"'],
    ["no field with its value on its line", "b: |\n  1\n", 'name: "x"\nb: |\n  1\n'],
    ["a marker of the document's end", "---\nb: 1\n...\n", '---\nb: 1\nname: "x"\n...\n'],
  ])("knows %s", (_title, before, after) => {
    if (after === null) expect(() => editFields(before, { name: "x" })).toThrow();
    else expect(editFields(before, { name: "x" })).toBe(after);
  });

  it("refuses what is no mapping", () => {
    for (const text of ["", "- 1\n", "text", "a: [\n"]) expect(() => editFields(text, { name: "x" })).toThrow();
  });

  it("reads back what it wrote, whatever the text and the manifest", () => {
    const field = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("no", "0000008", "=", "~", "12:30", "- a", "a: b"),
    );
    const line = fc.record({ key: fc.stringMatching(/^[a-z]{1,8}$/), value: field, comment: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), field, fc.boolean(), (lines, value, crlf) => {
        const eol = crlf ? "\r\n" : "\n";
        const text = lines
          .map(
            ({ key, value, comment }) =>
              `${key}: ${JSON.stringify(value.toWellFormed())}${comment ? " # c" : ""}${eol}`,
          )
          .join("");
        const before = parseYaml(text).toJS();
        const edited = editFields(text, { zname: value });
        expect(parseYaml(edited).toJS()).toEqual({ ...before, zname: value.toWellFormed() });
        expect(edited.startsWith(text.slice(0, -eol.length))).toBe(true);
      }),
    );
  });
});
