import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lateCrypto } from "./lib/late-crypto.ts";

/** Flags as given; what is not given is undefined. */
export interface Flags {
  host?: string | undefined;
  port?: string | undefined;
  workspace?: string | undefined;
  model?: string | undefined;
}

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly allowedHosts: readonly string[];
  readonly token: string;
  /** Absolute. */
  readonly workspace: string;
  readonly home: string;
  /** Program and first arguments of the harness. */
  readonly tht: readonly string[];
  /** Of a Pi other than the bundled one, else null. */
  readonly pi: readonly string[] | null;
  /** `offline`, or `provider/model`. */
  readonly model: string;
  readonly maxAgents: number;
  readonly idleMs: number;
  readonly maxTerminals: number;
  /** The built page. */
  readonly page: string;
}

/** A setting that can't be used; the message says which and what would do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const repository = fileURLToPath(new URL("../../", import.meta.url));
const BUNDLED_THT = join(repository, "harness-stub/bin/tht.js");
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const MIN_TOKEN = 16;

export interface ConfigSource {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** Where the workspace is, where its server keeps its files, and how its harness is run: what every command needs. */
export type Places = Pick<Config, "workspace" | "home" | "tht">;

/** The workspace that `thoth serve` starts on when none is named. */
export const DEFAULT_WORKSPACE = join(repository, "workspace");

/** Flag over environment over default. An empty variable counts as not set. */
export function readPlaces({ flags, env, cwd }: ConfigSource): Places {
  const set = (name: string) => (env[name] === "" ? undefined : env[name]);
  const workspace = resolve(cwd, flags.workspace ?? set("THT_WORKSPACE") ?? DEFAULT_WORKSPACE);
  return {
    workspace,
    home: resolve(cwd, set("THOTH_HOME") ?? join(workspace, ".thoth")),
    tht: command("THT_BIN", set("THT_BIN"), cwd) ?? [process.execPath, BUNDLED_THT],
  };
}

/** The same for all settings. */
export function readConfig({ flags, env, cwd }: ConfigSource): Config {
  const set = (name: string) => (env[name] === "" ? undefined : env[name]);
  const host = flags.host ?? set("THOTH_HOST") ?? "127.0.0.1";
  const token = set("THOTH_TOKEN");

  return Object.freeze({
    host: checkHost(host, token),
    port: wholeNumber("--port (THOTH_PORT)", flags.port ?? set("THOTH_PORT") ?? "4317", 0, 65_535),
    allowedHosts: hostList(set("THOTH_ALLOWED_HOSTS") ?? ""),
    token: token === undefined ? lateCrypto().randomBytes(32).toString("base64url") : checkToken(token),
    ...readPlaces({ flags, env, cwd }),
    pi: command("THOTH_PI", set("THOTH_PI"), cwd),
    model: checkModel(flags.model ?? set("THOTH_MODEL") ?? "offline"),
    maxAgents: wholeNumber("THOTH_MAX_AGENTS", set("THOTH_MAX_AGENTS") ?? "4", 1, 64),
    idleMs: wholeNumber("THOTH_IDLE_MINUTES", set("THOTH_IDLE_MINUTES") ?? "15", 1, 10_080) * 60_000,
    maxTerminals: wholeNumber("THOTH_MAX_TERMINALS", set("THOTH_MAX_TERMINALS") ?? "32", 1, 256),
    page: join(repository, "frontend/dist"),
  });
}

/** What a person types in the repository to run this harness. */
export function typedHarness(tht: Config["tht"]): string {
  return tht[1] === BUNDLED_THT ? "node_modules/.bin/tht" : tht.join(" ");
}

function checkHost(host: string, token: string | undefined): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(host))
    throw new ConfigError(`--host (THOTH_HOST) is ${JSON.stringify(host)}, which is no address. Give a name or an IP.`);
  if (!LOOPBACK.includes(host) && token === undefined)
    throw new ConfigError(
      `--host ${host} opens the server to others, so it needs a token of your own. Set THOTH_TOKEN to ${MIN_TOKEN} ` +
        "characters or more.",
    );
  return host;
}

function checkToken(token: string): string {
  if (token.length < MIN_TOKEN || !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError(
      `THOTH_TOKEN must be ${MIN_TOKEN} or more visible ASCII characters, or unset: then each start makes one.`,
    );
  return token;
}

function checkModel(model: string): string {
  if (model !== "offline" && !/^[^/\s]+\/\S+$/.test(model))
    throw new ConfigError(
      `--model (THOTH_MODEL) is ${JSON.stringify(model)}. Give "offline" or "provider/model", such as anthropic/claude-sonnet-4-5.`,
    );
  return model;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new ConfigError(`${name} is ${JSON.stringify(text)}. Give a whole number from ${least} to ${most}.`);
  return number;
}

function hostList(text: string): string[] {
  const hosts = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const bad = hosts.find((entry) => !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(entry));
  if (bad !== undefined)
    throw new ConfigError(
      `THOTH_ALLOWED_HOSTS holds ${JSON.stringify(bad)}. Give names or name:port, with commas between.`,
    );
  return hosts;
}

/** A path, or a JSON array of strings. A relative path counts from where the command was typed. */
function command(name: string, text: string | undefined, cwd: string): string[] | null {
  if (text === undefined) return null;
  const argv = text.trimStart().startsWith("[") ? jsonArray(name, text) : [text];
  const [program = "", ...args] = argv;
  return [program.includes("/") ? resolve(cwd, program) : program, ...args];
}

function jsonArray(name: string, text: string): string[] {
  const wrong = new ConfigError(`${name} must be a path or a JSON array of strings, such as ["python3", "tht.py"].`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong;
    throw error;
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((part) => typeof part === "string" && part !== ""))
    throw wrong;
  return value;
}
