import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";
import { thoth as bin, startThoth } from "../../../test/thoth-program.ts";

/** `thoth mcp install` for somebody with a home of their own. */
async function installer() {
  const home = await temporaryFolder();
  const install = (...args: string[]) =>
    startThoth({ cwd: home, env: { PATH: process.env.PATH, HOME: home } }, ["mcp", "install", ...args]).ended;
  return { home, install };
}

test("prints what to add where, and writes nothing", async () => {
  const { home, install } = await installer();
  const claude = await install("--agent", "claude");
  expect(claude.stdout).toContain(`In ${home}/.claude.json:`);
  expect(claude.stdout).toContain('"mcpServers"');
  await expect(stat(join(home, ".claude.json"))).rejects.toMatchObject({ code: "ENOENT" });
  const codex = await install("--agent", "codex", "--json", "--workspace", "analisi");
  expect(JSON.parse(codex.stdout)).toEqual({
    agent: "codex",
    file: join(home, ".codex/config.toml"),
    written: false,
    entry: {
      command: process.execPath,
      args: [bin, "mcp", "--workspace", join(home, "analisi")],
      env_vars: expect.arrayContaining(["THOTH_HOME", "CLAUDE_CONFIG_DIR"]),
    },
  });
});

test("writes it, each in its form, and keeps what is there", async () => {
  const { home, install } = await installer();
  await mkdir(join(home, ".codex"));
  await writeFile(join(home, ".codex/config.toml"), 'model = "gpt"\n', { mode: 0o640 });
  expect((await install("--agent", "codex", "--write")).code).toBe(0);
  const toml = await readFile(join(home, ".codex/config.toml"), "utf8");
  const [head, names] = toml.split("env_vars = ");
  expect(head).toBe(
    `model = "gpt"\n\n[mcp_servers.thoth]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(bin)}, "mcp"]\n`,
  );
  expect(JSON.parse(names ?? "")).toContain("CLAUDE_CONFIG_DIR");
  expect((await stat(join(home, ".codex/config.toml"))).mode & 0o777).toBe(0o640);
  expect((await install("--agent", "codex", "--write")).code).toBe(0);
  expect(await readFile(join(home, ".codex/config.toml"), "utf8")).toBe(toml);

  // Through the link that leads to where somebody keeps their settings.
  await writeFile(join(home, "kept.json"), '{"theme": "dark", "mcpServers": {"other": {"command": "x"}}}');
  await symlink(join(home, "kept.json"), join(home, ".claude.json"));
  await install("--agent", "claude", "--write");
  expect(JSON.parse(await readFile(join(home, "kept.json"), "utf8"))).toEqual({
    theme: "dark",
    mcpServers: { other: { command: "x" }, thoth: { type: "stdio", command: process.execPath, args: [bin, "mcp"] } },
  });

  await install("--agent", "opencode", "--write", "--project");
  expect(JSON.parse(await readFile(join(home, "opencode.json"), "utf8"))).toEqual({
    mcp: { thoth: { type: "local", command: [process.execPath, bin, "mcp"], enabled: true } },
  });
});

test("a file that can't be understood is left as it is, and what to add by hand is said", async () => {
  const { home, install } = await installer();
  const broken = '{"mcpServers": {,}}';
  await writeFile(join(home, ".claude.json"), broken);
  const result = await install("--agent", "claude", "--write");
  expect([result.code, result.stdout]).toEqual([1, ""]);
  expect(result.stderr).toMatch(/left as it is[\s\S]*"mcpServers"/);
  expect(await readFile(join(home, ".claude.json"), "utf8")).toBe(broken);
});

test.each([
  ["claude", ".claude.json", "it is a link that leads in a circle"],
  ["codex", ".codex/config.toml", "a file lies where a folder above it should be"],
  ["gemini", ".gemini/settings.json", "it is a folder"],
])("where the system refuses the file of %s that is said, with what to do", async (agent, file, reason) => {
  const { home, install } = await installer();
  await symlink(".claude.json", join(home, ".claude.json"));
  await writeFile(join(home, ".codex"), "");
  await mkdir(join(home, ".gemini/settings.json"), { recursive: true });
  const { code, stdout, stderr } = await install("--agent", agent, "--write");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`${join(home, file)} can't be read: ${reason}. It is left as it is.`);
  expect(stderr).toContain("without --write");
});

test.each([[[]], [["--agent", "nobody"]]])("%j is wrong usage that names the agents", async (args) => {
  const { install } = await installer();
  const result = await install(...args);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("claude, codex");
});
