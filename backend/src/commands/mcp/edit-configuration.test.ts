import { describe, expect, test } from "vitest";
import { BrokenConfiguration, editJson } from "./edit-json.ts";
import { editToml } from "./edit-toml.ts";

const entry = { command: "/bin/node", args: ["/x y/thoth.js", "mcp"] };

describe("JSON", () => {
  const edit = (text: string) => editJson(text, "mcpServers", "thoth", entry);

  test("a new file", () => {
    expect(JSON.parse(edit(""))).toEqual({ mcpServers: { thoth: entry } });
  });

  test("keeps all else: order, numbers of any size, the indent, other servers", () => {
    const text =
      '{\n    "big": 12345678901234567890.10,\n    "mcpServers": {\n        "other": {\n            "url": "x"\n        }\n    },\n    "last": null\n}\n';
    const after = edit(text);
    expect(after).toBe(
      text.replace(
        '"url": "x"\n        }\n',
        '"url": "x"\n        },\n        "thoth": {\n            "command": "/bin/node",\n            "args": [\n                "/x y/thoth.js",\n                "mcp"\n            ]\n        }\n',
      ),
    );
    expect(edit(after)).toBe(after);
  });

  test("in place of an older one", () => {
    const older = '{"mcpServers": {"thoth": {"command": "old", "env": {"A": "b"}}, "x": {}}}';
    expect(JSON.parse(edit(older))).toEqual({ mcpServers: { thoth: entry, x: {} } });
  });

  test.each(["{", "[]", "null", '"x"', '{"mcpServers": []}', '{"mcpServers": 3}', '// mine\n{"a": 1}', '{"a": 1,}'])(
    "%j is left alone",
    (text) => {
      expect(() => edit(text)).toThrow(BrokenConfiguration);
    },
  );
});

describe("TOML", () => {
  const edit = (text: string) => editToml(text, "mcp_servers", "thoth", entry);
  const table = '[mcp_servers.thoth]\ncommand = "/bin/node"\nargs = ["/x y/thoth.js", "mcp"]\n';

  test("a new file, and at the end of one that is there", () => {
    expect(edit("")).toBe(table);
    const text =
      '# mine\nmodel = "gpt" # [not.a.table]\nlist = [\n  "[x]", # ]\n  "b",\n]\ntext = """\n[mcp_servers.thoth]\n"""\n\n[mcp_servers.other]\ncommand = "x"\n';
    expect(edit(text)).toBe(`${text}\n${table}`);
    expect(edit(edit(text))).toBe(edit(text));
  });

  test("in place of an older one with its sub-tables, and nothing else moves", () => {
    const before = "[a]\nx = 1\n\n";
    const after = "[projects.'/x']\ntrust_level = \"trusted\"\n";
    const older = '[mcp_servers."thoth"]\ncommand = "old"\n[mcp_servers.thoth.env]\nA = "b"\n\n';
    expect(edit(before + older + after)).toBe(`${before}${table}\n${after}`);
  });

  test.each([
    'model = "x',
    "nonsense",
    'a = """\nno end',
    "a = [1, 2",
    'mcp_servers = { other = { command = "x" } }',
    'mcp_servers.thoth.command = "x"',
    "[mcp_servers.thoth]\na = 1\n[b]\n[mcp_servers.thoth.env]\nc = 1",
  ])("%j is left alone", (text) => {
    expect(() => edit(text)).toThrow(BrokenConfiguration);
  });
});
