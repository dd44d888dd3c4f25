import { describe, expect, it, test } from "vitest";
import { createEmulator } from "../emulator/index.ts";
import { redactDrawn } from "./redact.ts";

/** Put together here, so that this file holds no secret that a scanner would find. */
const join = (...parts: string[]) => parts.join("");
const letters = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzaB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz";
const ANTHROPIC = join("sk-", "ant-api03-", letters);
const PASSWORD = "correct1horse2battery3staple4and5more6of7it";
const SHOWN = [
  "I looked at the settings of the service, and these are the ones that matter here:",
  `the key is ${ANTHROPIC} and it works`,
  `export DB_PASSWORD=${PASSWORD}`,
  `postgres://app:${PASSWORD}@db.internal:5432/main is where it is`,
  "Nothing else is set; the tests pass, and the page shows what it should.",
];

/** As a program draws it that divides its lines by itself, at blanks or anywhere, between two borders or none. */
async function drawn(cols: number, border: string) {
  const emulator = createEmulator({ cols, rows: 60 });
  const room = cols - 2 * border.length;
  const rows = SHOWN.flatMap((line) => line.match(new RegExp(`.{1,${room}}`, "g")) as string[]);
  await emulator.write(Buffer.from(rows.map((row) => `${border}${row.padEnd(room)}${border}`).join("\r\n")));
  const [raw, clean] = [emulator.transcript({ redact: false }), emulator.transcript({})];
  emulator.dispose();
  return { raw, clean };
}

describe.each([[""], ["│ "]])("what was drawn with %j at its edges and then edited", (border) => {
  it("loses its secrets as the transcript does, and as many, at any width", async () => {
    for (let cols = 24; cols <= 120; cols += 3) {
      const { raw, clean } = await drawn(cols, border);
      expect([cols, redactDrawn(raw.text, cols)]).toEqual([cols, { text: clean.text, count: clean.redactions }]);
      expect(clean.redactions).toBe(3);
    }
  });
});

test("where nobody knows how wide it was, nothing of a secret stays either", async () => {
  for (let cols = 30; cols <= 120; cols += 3) {
    const { raw } = await drawn(cols, "");
    const { text, count } = redactDrawn(`Now look at this:\n${raw.text}\nAnd that is all.`);
    const whole = text.replaceAll(/\s/g, "");
    for (let at = 0; at + 8 <= letters.length; at++) expect(whole).not.toContain(letters.slice(at, at + 8));
    for (let at = 0; at + 8 <= PASSWORD.length; at++)
      expect([cols, whole.includes(PASSWORD.slice(at, at + 8))]).toEqual([cols, false]);
    expect(count).toBe(3);
  }
});

test("what was replaced already is no secret, and what has none stays as it is", () => {
  const text = "the key is [redacted:anthropic-key]\n\n  a line\nanother, longer line\n";
  expect([redactDrawn(text), redactDrawn(text, 20)]).toEqual([
    { text, count: 0 },
    { text, count: 0 },
  ]);
});
