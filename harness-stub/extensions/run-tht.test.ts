import { expect, it } from "vitest";
import { createRunTht } from "./run-tht.ts";

const program = (code: string) => [process.execPath, "-e", code];
const echoEnvironment = program("process.stdout.write(JSON.stringify(process.env))");

it("gives the harness what it needs to run, the mark of an agent, and no secret of the model's", async () => {
  const env = {
    PATH: process.env.PATH,
    LANG: "it_IT.UTF-8",
    ANTHROPIC_API_KEY: "secret",
    THOTH_SESSION: "s",
    FOO: "1",
  };
  expect(JSON.parse(await createRunTht(echoEnvironment, env)([]))).toEqual({
    PATH: process.env.PATH,
    LANG: "it_IT.UTF-8",
    THT_AGENT: "1",
  });
});

it("passes arguments and standard input on as they are, through no shell", async () => {
  const code =
    "let text = ''; process.stdin.on('data', (d) => text += d).on('end', () => console.log(JSON.stringify([process.argv.slice(1), text])))";
  const run = createRunTht([...program(code), "--"], { PATH: process.env.PATH });
  const args = ["--name=$(id); `id`", "; rm -rf /", "è \u2028"];
  expect(JSON.parse(await run(args, { stdin: "-- SQL\n" }))).toEqual([args, "-- SQL\n"]);
});

it.each([
  [
    "its own words",
    `process.stderr.write('warning\\n{"error":{"code":"locked","message":"Busy.","hint":"Wait."}}\\n'); process.exit(1)`,
    "locked: Busy. Wait.",
  ],
  ["plain words", "process.stderr.write('Traceback\\n'); process.exit(3)", "Traceback"],
  ["no words", "process.exit(3)", "it ended with code 3"],
  ["a signal", "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)", "it was ended by SIGKILL"],
  [
    "too many words",
    "process.stdout.write('x'.repeat(9_000_000))",
    "its answer is too long: ask for less, with --key or --limit.",
  ],
])("a command that fails with %s says so", async (_how, code, words) => {
  await expect(createRunTht(program(code), { PATH: process.env.PATH })([])).rejects.toThrow(words);
});

it("says when there is no such program", async () => {
  await expect(createRunTht(["/no/such/tht"], {})([])).rejects.toThrow("tht could not be run");
});
