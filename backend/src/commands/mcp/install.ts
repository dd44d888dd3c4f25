import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { problem } from "../../http/problem.ts";
import { writeFileAtomic } from "../../lib/atomic-file.ts";
import { fileRefusal } from "../../lib/file-refusal.ts";
import { linkTarget } from "../../lib/link-target.ts";
import { makeFolders } from "../../lib/make-folders.ts";
import { UsageError } from "../command.ts";
import { oneOf } from "../values.ts";
import { configurationOf, installableAgents, type ServerCommand } from "./agent-configurations.ts";
import { BrokenConfiguration, editJson } from "./edit-json.ts";
import { editToml } from "./edit-toml.ts";

type InstallFlags = Partial<Record<"agent" | "write" | "project" | "json" | "workspace", string>>;

const NAME = "thoth";
const BIN = fileURLToPath(new URL("../../../bin/thoth.js", import.meta.url));

/** `thoth mcp install --agent A`: prints the configuration, or with `--write` puts it where the agent reads it. */
export async function install(flags: InstallFlags): Promise<number> {
  if (flags.agent === undefined)
    throw new UsageError(`--agent is missing. Give one of: ${installableAgents.join(", ")}.`);
  const agent = oneOf("--agent", flags.agent, installableAgents);
  const { format, member, entry, user, project } = configurationOf(agent);
  const edit = format === "toml" ? editToml : editJson;
  const server = entry(serverCommand(flags.workspace));
  const file = flags.project !== undefined && project !== null ? join(process.cwd(), project) : user(process.env);
  const said = (written: boolean, text: string) =>
    console.log(flags.json === undefined ? text : JSON.stringify({ agent, file, written, entry: server }));

  if (flags.write === undefined) {
    const text = edit("", member, NAME, server).trimEnd();
    said(false, `In ${file}:\n\n${text}\n\nTo have it written there: the same command with --write.`);
    return 0;
  }
  const before = await textOf(file).catch(refused(file, "read"));
  let after: string;
  try {
    after = edit(before ?? "", member, NAME, server);
  } catch (error) {
    if (!(error instanceof BrokenConfiguration)) throw error;
    throw problem(
      "unreadable",
      `${file} can't be changed safely: ${error.message}. It is left as it is.`,
      `Mend it and try again, or add this by hand:\n${edit("", member, NAME, server).trimEnd()}`,
    );
  }
  if (after !== before) await write(file, after).catch(refused(file, "written"));
  said(true, `${file} now names ${NAME}. Start ${agent} anew to use it.`);
  return 0;
}

/** The program itself by its full path: agents are started from anywhere, with any `node`. */
function serverCommand(workspace: string | undefined): ServerCommand {
  const where = workspace === undefined ? [] : ["--workspace", resolve(workspace)];
  return { command: process.execPath, args: [BIN, "mcp", ...where] };
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The agent's file stays as it is. */
function refused(file: string, done: "read" | "written"): (error: unknown) => never {
  return (error) => {
    const reason = fileRefusal(error);
    if (reason === null) throw error;
    throw problem(
      "write-failed",
      `${file} can't be ${done}: ${reason}. It is left as it is.`,
      "Mend that and try again, or add by hand what the same command prints without --write.",
    );
  };
}

/** Through a link, which may lead to where the settings are kept; with the mode that is there. */
async function write(file: string, text: string): Promise<void> {
  const target = await linkTarget(file);
  await makeFolders(dirname(target), 0o777);
  const there = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  await writeFileAtomic(target, text, there ? there.mode & 0o777 : 0o600);
}
