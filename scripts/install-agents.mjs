// Installs the coding agents that `npm run test:agents` runs, each into a folder of its own that is never committed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const agents = {
  claude: "@anthropic-ai/claude-code@2.1.332",
  codex: "@openai/codex@0.171.0",
  opencode: "opencode-ai@1.18.33",
  pi: "@earendil-works/pi-coding-agent@1.6.0",
  qwen: "@qwen-code/qwen-code@0.24.4",
  gemini: "@google/gemini-cli@0.61.0",
  copilot: "@github/copilot@1.0.102",
  cline: "cline@3.0.65",
  grok: "@xai-official/grok@1.0.41",
  droid: `@factory/cli-${process.platform}-${process.arch}@0.225.2`,
};

const cache = fileURLToPath(new URL("../node_modules/.cache/agents-real", import.meta.url));
// The npm that comes with whatever Node the script was started on.
const npm = join(dirname(process.execPath), "npm");

for (const [name, spec] of Object.entries(agents)) {
  const folder = join(cache, name);
  if (existsSync(join(folder, "node_modules/.bin", name))) continue;
  console.error(`Installing ${spec}…`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync(existsSync(npm) ? npm : "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", spec], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    // One puts a program into its own home as well.
    env: { ...process.env, GROK_HOME: join(folder, "home") },
  });
  // One is carried without a name to start it by.
  const program = join(folder, "node_modules/.bin", name);
  if (!existsSync(program)) {
    mkdirSync(dirname(program), { recursive: true });
    symlinkSync(join("..", spec.slice(0, spec.lastIndexOf("@")), "bin", name), program);
  }
}
