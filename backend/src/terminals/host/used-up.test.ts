import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PTY = new URL("pty.ts", import.meta.url).href;
/** Opens lines until one is refused, closes one, and opens another. */
const PROGRAM = `
  const { startPty } = await import(${JSON.stringify(PTY)});
  const open = () => startPty({ argv: ["sleep", "100"], cwd: "/", env: { PATH: process.env.PATH }, cols: 80, rows: 24 });
  const ptys = [];
  const end = async (pty) => { process.kill(pty.pid, "SIGKILL"); await pty.exited; };
  try {
    for (;;) ptys.push(await open());
  } catch ({ failure }) {
    await end(ptys.shift());
    ptys.push(await open());
    console.log(JSON.stringify({ opened: ptys.length, failure }));
  }
  await Promise.all(ptys.map(end));
  process.exit(0);
`;

test("where the system has no further line or file the refusal says so, and ends with what was used up", async () => {
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", 'ulimit -n 40; exec "$0" --input-type=module -e "$1"', process.execPath, PROGRAM],
    { cwd: fileURLToPath(new URL(".", import.meta.url)) },
  );
  const { opened, failure } = JSON.parse(stdout);
  expect(opened).toBeGreaterThan(1);
  expect(failure).toMatchObject({
    code: "terminal-failed",
    detail: expect.stringContaining("opens no further terminal"),
    hint: expect.stringContaining("try again"),
  });
});
