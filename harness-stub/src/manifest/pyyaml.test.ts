import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { editFields } from "./edit-fields.ts";
import { parseManifest } from "./manifest.ts";
import { parseYaml } from "./yaml-schema.ts";
import { yamlText } from "./yaml-text.ts";

const hasPyYaml = spawnSync("python3", ["-c", "import yaml"]).status === 0;

/** Runs `expression` on every item of `items` in one Python process. */
function python<T>(expression: string, items: readonly unknown[]): T[] {
  const program = `
import sys, json, yaml, datetime
def plain(v):
    if isinstance(v, (datetime.datetime, datetime.date)): return {"time": str(v)}
    if isinstance(v, float): return {"float": repr(v)}
    if isinstance(v, int) and not isinstance(v, bool): return {"int": str(v)}
    return v
json.dump([${expression} for item in json.load(sys.stdin)], sys.stdout)`;
  const { stdout, stderr, status } = spawnSync("python3", ["-c", program], {
    input: JSON.stringify(items),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const AWKWARD = [
  ...[
    "no",
    "yes",
    "y",
    "on",
    "0000008",
    "010",
    "=",
    "~",
    "null",
    "",
    " lead",
    "trail ",
    "12:30",
    "1_000",
    "0x1f",
    "1e3",
    ".5",
    ".inf",
  ],
  ...[
    "2026-01-02",
    "2026-01-02T03:04:05Z",
    "<<",
    "- a",
    "a: b",
    "a #b",
    "#a",
    "!x",
    "&x",
    "*x",
    "{a",
    "[a",
    "%a",
    "@a",
    "`a",
    "|",
    ">",
  ],
  ...[
    "a\nb",
    "a\r\nb",
    "a\tb",
    "a\u0085b",
    "a\u2028b",
    "a \u2029 b",
    "\ufeffa",
    "\u0000",
    "\u007f",
    "\u009f",
    "\ufffe",
    "😀",
    "e\u0301",
    "日本語",
  ],
  ...['"', "'", "\\", "\\n", '\\"', "a\\", "x".repeat(500), `${"parola ".repeat(60)}fine`],
];
const texts = () =>
  [...AWKWARD, ...fc.sample(fc.string({ unit: "binary" }), { numRuns: 400, seed: 7 })].map((text) =>
    text.toWellFormed(),
  );

describe.skipIf(!hasPyYaml)("the manifest in Python (skipped without python3 and PyYAML)", () => {
  it("reads what is written here as the same text", () => {
    const values = texts();
    expect(
      python(
        "yaml.safe_load(item)['name']",
        values.map((value) => `name: ${yamlText(value)}\n`),
      ),
    ).toEqual(values);
  });

  it("reads a manifest that was edited here as the same fields", () => {
    const values = texts().filter((text) => !/[\u0085\u2028\u2029]/.test(text));
    const written = python<string>(
      "yaml.safe_dump({'session_id': 'a', 'name': item, 'n': 10**30, 'z': [1, None]}, allow_unicode=True, sort_keys=False)",
      values,
    );
    const edited = written.map((text, index) => editFields(text, { group: values[index] ?? "", archived: true }));
    const back = python<unknown[]>(
      "(lambda d: [d['name'], d['group'], d['archived'], d['n'] == 10**30, d['z']])(yaml.safe_load(item))",
      edited,
    );
    expect(back).toEqual(values.map((value) => [value, value, true, true, [1, null]]));
  });

  it.each(["", ", allow_unicode=True", ", default_style='\"'", ", default_style='|'", ", width=20"])(
    "is read here as it was written there (safe_dump%s)",
    (style) => {
      const values = texts().filter((text) => text.trim() !== "" && !text.includes("\ufeff"));
      const dumped = python<string>(`yaml.safe_dump({'question': item}${style})`, values);
      const expected = python<string>("yaml.safe_load(item)['question']", dumped);
      expect(dumped.map((text) => parseManifest(Buffer.from(text)).question)).toEqual(expected);
    },
  );

  it("takes plain scalars for what Python takes them", () => {
    const plain = [
      ...[
        "y",
        "n",
        "yes",
        "No",
        "ON",
        "off",
        "true",
        "False",
        "tRUE",
        "~",
        "Null",
        "nULL",
        "0",
        "-0",
        "+1",
        "010",
        "0000008",
        "0o10",
        "0b11",
        "0x1F",
      ],
      ...[
        "1_000",
        "_1",
        "1__0",
        "12:30",
        "190:20:30",
        "190:20:30.15",
        "1.5",
        "1.",
        ".5",
        "-.5",
        "1e3",
        "1.0e+3",
        "1.0e3",
        ".inf",
        "-.INF",
        ".nan",
      ],
      ...[
        "2026-11-30",
        "2026-11-30T10:00:00.5Z",
        "2026-1-2 3:04:05",
        "123456789012345678901234567890",
        "0b",
        "0x",
        "1:2",
        "a",
        "2026-11-3",
      ],
    ];
    const kinds = python<unknown>("plain(yaml.safe_load('k: ' + item)['k'])", plain);
    const ours = plain.map((source) => {
      const value = parseYaml(`k: ${source}`).toJS().k;
      if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value) && !/[.]/.test(source)))
        return { int: String(value) };
      if (typeof value === "number") return { float: pythonFloat(value) };
      if (typeof value === "string" && value !== source) return { time: value };
      return value;
    });
    const comparable = kinds.map((kind, index) =>
      isTime(kind) ? { time: parseYaml(`k: ${plain[index]}`).toJS().k } : kind,
    );
    expect(ours).toEqual(comparable);
  });
});

const isTime = (kind: unknown) => kind !== null && typeof kind === "object" && "time" in kind;

function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
