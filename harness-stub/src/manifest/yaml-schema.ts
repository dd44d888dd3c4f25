import { parseDocument, type ScalarTag } from "yaml";

// Plain scalars are resolved as PyYAML's safe_load resolves them (YAML 1.1 with its own regular expressions), because
// the files are shared with a Python program: `no` is false, `010` is 8, but `0000008`, `1e3` and `y` are strings.
const scalar = (tag: string, test: RegExp, resolve: (source: string) => unknown): ScalarTag => ({
  tag: `tag:yaml.org,2002:${tag}`,
  default: true,
  test,
  resolve,
});

const negative = (source: string) => (source.startsWith("-") ? -1 : 1);
const digits = (source: string) => source.replace(/^[-+]/, "").replaceAll("_", "");

function integer(source: string): number | bigint {
  const text = digits(source);
  const octal = /^0[0-7]+$/.test(text) ? `0o${text.slice(1)}` : text;
  const value = text.includes(":")
    ? text.split(":").reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : BigInt(octal);
  const signed = value * BigInt(negative(source));
  return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
}

function float(source: string): number {
  const text = digits(source).toLowerCase();
  if (text === ".inf") return negative(source) * Number.POSITIVE_INFINITY;
  if (text === ".nan") return Number.NaN;
  const value = text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return negative(source) * value;
}

const TIMESTAMP =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?)?$/;

/** ISO 8601 UTC with milliseconds; a time without a zone counts as UTC. Null when it is no real date. */
export function isoTime(source: string): string | null {
  const match = TIMESTAMP.exec(source.trim());
  if (!match) return null;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", , sign, zoneHour = 0, zoneMinute = 0] =
    match;
  const time = Date.UTC(
    +`${year}`,
    +`${month}` - 1,
    +`${day}`,
    +hour,
    +minute,
    +second,
    +fraction.padEnd(3, "0").slice(0, 3),
  );
  const offset = (sign === "-" ? -1 : 1) * (+zoneHour * 60 + +zoneMinute) * 60_000;
  const date = new Date(time - (sign ? offset : 0));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const tags: ScalarTag[] = [
  scalar("null", /^(?:~|null|Null|NULL|)$/, () => null),
  scalar("bool", /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
  scalar("bool", /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
  scalar(
    "float",
    /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    float,
  ),
  scalar(
    "int",
    /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
    integer,
  ),
  scalar(
    "timestamp",
    /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d.*)$/,
    (source) => isoTime(source) ?? source,
  ),
];

/** Parses YAML as PyYAML's `safe_load` would, keeping the source tokens. The last of duplicate keys wins. */
export function parseYaml(text: string) {
  return parseDocument(text, {
    schema: "failsafe",
    customTags: (base) => [...base, ...tags],
    keepSourceTokens: true,
    uniqueKeys: false,
    merge: true,
    prettyErrors: false,
    logLevel: "silent",
  });
}
