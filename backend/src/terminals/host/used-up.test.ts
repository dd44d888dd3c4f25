import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PTY = new URL("pty.ts", import.meta.url).href;
/** Opens lines until one is refused, closes one, and opens another. */
const OPEN_ALL = `
  try {
    for (;;) ptys.push(await open());
  } catch ({ failure }) {
    await end(ptys.shift());
    ptys.push(await open());
    console.log(JSON.stringify({ opened: ptys.length, failure }));
  }
`;
/** As somebody who may have so many processes more than there are by now: root always may have more. */
const openWithin = (more: number) => `
  ptys.push(await open());
  const { execFileSync } = await import("node:child_process");
  const { readdirSync } = await import("node:fs");
  const limit = readdirSync("/proc/self/task").length + ${more};
  execFileSync("prlimit", ["--pid", String(process.pid), "--nproc=" + limit + ":" + limit]);
  if (process.getuid() === 0) process.setuid(54321);
  await open().then((pty) => ptys.push(pty), ({ failure }) => console.log(JSON.stringify({ failure })));
  process.exit(0);
`;

async function run(program: string): Promise<{ opened?: number; failure: unknown }> {
  const whole = `
    const { startPty } = await import(${JSON.stringify(PTY)});
    const env = { PATH: process.env.PATH };
    const open = () => startPty({ argv: ["sleep", "100"], cwd: "/", env, cols: 80, rows: 24 });
    const ptys = [];
    const end = async (pty) => { process.kill(pty.pid, "SIGKILL"); await pty.exited; };
    ${program}
    await Promise.all(ptys.map(end));
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", 'ulimit -n 40; exec "$0" --input-type=module -e "$1"', process.execPath, whole],
    { cwd: fileURLToPath(new URL(".", import.meta.url)) },
  );
  return JSON.parse(stdout);
}

test("where no further file can be open the refusal says so, and ends with what was used up", async () => {
  const { opened, failure } = await run(OPEN_ALL);
  expect(opened).toBeGreaterThan(1);
  expect(failure).toMatchObject({
    code: "terminal-failed",
    detail: expect.stringContaining("no further file can be open"),
    hint: expect.stringContaining("try again"),
  });
});

test("where no further process can be started, or hardly one, the refusal says so, and nothing else ends", async () => {
  const refusals = await Promise.all([0, 1, 3].map(async (more) => (await run(openWithin(more))).failure));
  expect(refusals).toEqual(
    Array(3).fill({
      code: "terminal-failed",
      detail: expect.stringContaining("no further process"),
      hint: expect.stringContaining("ulimit -u"),
    }),
  );
});
