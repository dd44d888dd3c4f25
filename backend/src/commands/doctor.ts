import { tmpdir } from "node:os";
import { createOfflineModel, OFFLINE } from "../chat/index.ts";
import { type Config, ConfigError, type Flags, readConfig } from "../config.ts";
import { allowedEnvironment } from "../lib/environment.ts";
import { checkModel, checkPi } from "./doctor/agent-check.ts";
import { type Finding, fail, type Verdict } from "./doctor/finding.ts";
import { checkHarness, checkSessions } from "./doctor/harness-check.ts";
import { checkHome, checkPage, checkWatches } from "./doctor/machine-check.ts";
import { checkNode } from "./doctor/node-check.ts";
import { checkPort } from "./doctor/port-check.ts";
import { checkSearch } from "./doctor/search-check.ts";
import { checkSessionsRoot, checkWarehouse, checkWorkspace } from "./doctor/workspace-check.ts";

/** Checks all that the server needs. 0 when nothing fails, else 1. */
export async function doctor({ json, ...flags }: Flags & { json?: string | undefined }): Promise<number> {
  const findings: Finding[] = [];
  for await (const finding of examine(flags, process.env)) {
    findings.push(finding);
    if (json === undefined) console.log(asText(finding));
  }
  const failed = findings.filter(({ status }) => status === "fail").length;
  if (json !== undefined) console.log(JSON.stringify({ ok: failed === 0, checks: findings }));
  else console.log(`\n${summary(findings)}`);
  return failed === 0 ? 0 : 1;
}

/** One finding after another, as soon as it is known. What can't be checked because of an earlier one is left out. */
async function* examine(flags: Flags, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  yield { id: "node", title: "Node", ...checkNode(process.versions.node) };
  let config: Config;
  try {
    config = readConfig({ flags, env, cwd: process.cwd() });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield { id: "settings", title: "Settings", ...fail(error.message, "Mend that setting, then run this again.") };
    return;
  }
  yield { id: "page", title: "Page", ...(await checkPage(config.page)) };
  yield { id: "port", title: "Port", ...(await checkPort(config)) };
  yield { id: "home", title: "Own files", ...(await checkHome(config.home)) };
  yield* examineWorkspace(config, env);
}

async function* examineWorkspace(config: Config, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const workspace = await checkWorkspace(config);
  yield { id: "workspace", title: "Workspace", ...workspace };
  const basics = allowedEnvironment(env);
  const there = workspace.status === "ok";
  const { verdict, harness } = await checkHarness(there ? config : { ...config, workspace: tmpdir() }, basics);
  yield { id: "tht", title: "Harness", ...verdict };
  if (!there) return;
  const offline =
    config.model === OFFLINE ? createOfflineModel({ tht: config.tht, cwd: config.workspace, env: basics }) : null;
  try {
    if (harness) {
      yield { id: "sessions", title: "Sessions", ...checkSessions(harness) };
      yield { id: "sessions-root", title: "Sessions' folder", ...(await checkSessionsRoot(harness)) };
      yield { id: "watch", title: "Watching", ...(await checkWatches(harness.rows.length)) };
      if (!harness.foreign) yield { id: "dwh", title: "Warehouse", ...(await checkWarehouse(config, basics)) };
    }
    yield { id: "search", title: "Search", ...(await checkSearch(config, env)) };
    // A harness without an offline model can't have an agent either, and that is what is said of it.
    if (!offline || (harness && !harness.foreign))
      yield { id: "model", title: "Model", ...(await checkModel(config, offline, env)) };
    if (harness) yield { id: "pi", title: "Agent", ...(await checkPi(config, harness, offline, env)) };
  } finally {
    await offline?.close();
  }
}

const WIDTH = 17;

function asText({ title, status, detail, todo }: Finding): string {
  const line = `${status.padEnd(5)} ${title.padEnd(WIDTH)}${indented(detail)}`;
  return todo ? `${line}\n${" ".repeat(6 + WIDTH)}→ ${indented(todo)}` : line;
}

const indented = (text: string) => text.replaceAll("\n", `\n${" ".repeat(6 + WIDTH)}`);

function summary(findings: readonly Verdict[]): string {
  const count = (status: Verdict["status"]) => findings.filter((finding) => finding.status === status).length;
  const failed = count("fail");
  const warned = count("warn");
  const warnings = warned === 1 ? "1 warning" : `${warned} warnings`;
  if (failed > 0) return `${failed === 1 ? "1 check fails" : `${failed} checks fail`}, ${warnings}.`;
  return warned > 0 ? `Nothing fails, ${warnings}.` : "All is well.";
}
