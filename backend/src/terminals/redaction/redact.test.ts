import { describe, expect, it, test } from "vitest";
import { redactLines, redactText } from "./redact.ts";

/** Put together here, so that this file holds no secret that a scanner would find. */
const join = (...parts: string[]) => parts.join("");
const letters = (count: number) => "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz".repeat(4).slice(0, count);

const SECRETS: [text: string, kind: string][] = [
  [join("sk-", "ant-api03-", letters(40)), "anthropic-key"],
  [join("sk-", "proj-", letters(40)), "openai-key"],
  [join("sk-", letters(48)), "openai-key"],
  [join("gh", "p_", letters(36)), "github-token"],
  [join("github", "_pat_", letters(40)), "github-token"],
  [join("glpat", "-", letters(20)), "gitlab-token"],
  [join("xoxb", "-1234567890-", letters(20)), "slack-token"],
  [join("AKIA", "IOSFODNN7EXAMPL3"), "aws-key"],
  [join("AIza", letters(35)), "google-key"],
  [join("npm", "_", letters(36)), "npm-token"],
  [join("hf", "_", letters(34)), "huggingface-token"],
  [join("sk", "_live_", letters(24)), "stripe-key"],
  [join("eyJ", letters(20), ".eyJ", letters(40), ".", letters(43)), "jwt"],
];

describe("redactText", () => {
  it.each(SECRETS)("takes out %s", (secret, kind) => {
    expect(redactText(`the key ${secret}, and more`)).toEqual({
      text: `the key [redacted:${kind}], and more`,
      count: 1,
    });
  });

  it.each([
    ["Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [redacted:authorization]"],
    ["curl -H 'Authorization: Basic dXNlcjpwYXNzd29yZA=='", "curl -H 'Authorization: Basic [redacted:authorization]'"],
    ["postgres://app:hunter2@db.internal:5432/main", "postgres://app:[redacted:password]@db.internal:5432/main"],
    ["mongodb+srv://u:p@ss@w0rd@cluster0.example.net/x", "mongodb+srv://u:[redacted:password]@cluster0.example.net/x"],
    ["redis://:s3cretpw@localhost:6379", "redis://:[redacted:password]@localhost:6379"],
    [
      "Server=db;User Id=sa;Password=hunter2;Encrypt=true",
      "Server=db;User Id=sa;Password=[redacted:password];Encrypt=true",
    ],
    ["export DB_PASSWORD=correcthorsebattery", "export DB_PASSWORD=[redacted:secret]"],
    ['  "client_secret": "0aB9-xyz-77Qw"', '  "client_secret": "[redacted:secret]"'],
    ["api_key: 9f8e7d6c5b4a39281706", "api_key: [redacted:secret]"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzz", "AWS_SECRET_ACCESS_KEY=[redacted:secret]"],
    ["deploy --token abc123def456 --region eu", "deploy --token [redacted:secret] --region eu"],
    ["Set-Cookie: session=0123456789abcdef; HttpOnly", "Set-Cookie: [redacted:cookie]"],
  ])("takes the secret out of %s", (text, redacted) => {
    expect(redactText(text)).toEqual({ text: redacted, count: 1 });
  });

  it("leaves what is none", () => {
    const harmless = [
      "commit 9e752b9c1d2e3f405162738495a6b7c8d9e0f1a2",
      "id 3fa85f64-5717-4562-b3fc-2c963f66afa6",
      "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "SELECT token, password FROM users WHERE password = 'hashed_value_1' AND id = 7",
      "const token = await fetchToken(client);",
      "password: string",
      "Password: incorrect, try again",
      "tokens: 12345678",
      "token usage: 1234567 of 20000000",
      "export API_KEY=$OTHER_KEY",
      "API_KEY=your-api-key-here",
      "https://example.com/path?x=1@2",
      "git@github.com:owner/repo.git",
      "ssh://git@host:22/repo",
      "the secret: practice every day",
      "secret-scanning-for-beginners",
      "task-runner-with-a-very-long-kebab-name",
    ];
    expect(redactText(harmless.join("\n"))).toEqual({ text: harmless.join("\n"), count: 0 });
  });

  const key = (kind: string) => [
    join("-----BEGIN ", kind, "PRIVATE KEY-----"),
    ...Array(6).fill(letters(64)),
    join("-----END ", kind, "PRIVATE KEY-----"),
  ];

  it("takes out private keys, whole, without an end, and without a beginning", () => {
    const whole = key("RSA ");
    expect(redactLines(["before", ...whole, "after"]).lines.filter((line) => line !== "")).toEqual([
      "before",
      "[redacted:private-key]",
      "after",
    ]);
    expect(redactLines(["before", ...whole.slice(0, 4), "after"]).lines.filter((line) => line !== "")).toEqual([
      "before",
      "[redacted:private-key]",
      "after",
    ]);
    expect(redactLines([...whole.slice(3), "after"]).lines.filter((line) => line !== "")).toEqual([
      "[redacted:private-key]",
      "after",
    ]);
  });
});

test.each([
  ["a-"],
  ["a_b-"],
  ["a.b."],
  ["a://"],
  ["a://b:"],
  ["pwd="],
  ["cookie:"],
  ["--token-"],
  ["token "],
  ["eyJ."],
  ["SG."],
  ["-----BEGIN "],
  [" \u2502"],
  ["password:    "],
  ["aB3"],
])("a long line of %j holds nobody up", (part) => {
  const line = part.repeat(250_000 / part.length);
  const begun = process.cpuUsage();
  redactLines([line, line, "end"], () => true);
  const { user } = process.cpuUsage(begun);
  expect(user / 1000).toBeLessThan(2_000);
});

describe("redactLines", () => {
  it("takes out a token that goes on in the next rows, where the first fills its width", () => {
    const token = join("sk-", "ant-api03-", letters(60));
    const lines = [
      `the key is ${token.slice(0, 25)}`,
      `  ${token.slice(25, 57)}`,
      `  ${token.slice(57)} and so on`,
      "the end",
    ];
    const { lines: redacted, counts } = redactLines(lines, (line) => line < 2);
    expect([redacted, counts]).toEqual([
      ["the key is [redacted:anthropic-key]", "  ", "   and so on", "the end"],
      [1, 0, 0, 0],
    ]);
  });

  it.each([
    ["postgres://app:", "hunter2hunter2", "@db.internal:5432/main"],
    ["export DB_PASSWORD=", "correcthorsebattery", ""],
    ["Authorization: Bearer ", "abcdef0123456789abcdef", ""],
    ['  "client_secret": "', "0aB9-xyz-77Qw", '"'],
    ["the key is ", join("sk-", "proj-", letters(40)), ""],
  ])("takes the secret after %j out wherever a row ends", (before, secret, after) => {
    const text = before + secret + after;
    for (let width = 24; width < text.length; width++) {
      const rows = text.match(new RegExp(`.{1,${width}}`, "g")) as string[];
      const { lines, counts } = redactLines(
        rows.map((row) => `  ${row}`),
        (line) => line < rows.length - 1,
      );
      const shown = lines.map((line) => line.slice(2)).join("");
      expect([width, shown]).toEqual([width, redactText(text).text]);
      expect(shown).toMatch(/\[redacted:[a-z-]+\]/);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    }
  });

  it("leaves the next row where the first had room", () => {
    const token = join("gh", "p_", letters(36));
    expect(redactLines([`key ${token}`, "Done"], () => false).lines).toEqual(["key [redacted:github-token]", "Done"]);
  });
});
