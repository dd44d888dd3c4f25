import { fc } from "./fast-check.ts";

/** Values of every type, and the strings that look like something. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    "",
    "\0",
    [],
    {},
    [[]],
    [null],
    { type: "text" },
    "__proto__",
    "9".repeat(40),
  ),
);

/** JSON texts with some of their values exchanged for ones of another type, or taken out. */
export function lyingJson(texts: readonly string[]): fc.Arbitrary<string[]> {
  const values = texts.flatMap((text) => parsed(text));
  const places = values.flatMap((value, index) => pathsOf(value).map((path) => ({ index, path })));
  const lie = fc.record({ place: fc.constantFrom(...places), value: fc.option(anything, { nil: undefined }) });
  return fc.array(lie, { minLength: 1, maxLength: 6 }).map((lies) => {
    const copies = structuredClone(values);
    for (const { place, value } of lies) exchange(copies, [place.index, ...place.path], value);
    // A text that was taken out leaves a hole.
    return Array.from(copies, (copy) => JSON.stringify(copy) ?? "");
  });
}

type Path = (string | number)[];

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A lie before may have taken the place away: then there is nothing to exchange. */
function exchange(root: unknown, path: Path, value: unknown): void {
  let holder = root;
  for (const key of path.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null) return;
    holder = (holder as Record<string | number, unknown>)[key];
  }
  const last = path.at(-1);
  if (typeof holder !== "object" || holder === null || last === undefined || !Object.hasOwn(holder, last)) return;
  const place = holder as Record<string | number, unknown>;
  if (value === undefined) delete place[last];
  // Of its own: a later lie may change what is inside.
  else place[last] = structuredClone(value);
}
