import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { AGENT_ID, AgentConfig } from "../../api/agents.ts";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import { type Preset, plain } from "./presets.ts";

const isAgentId = new RegExp(AGENT_ID);

/** As an earlier release may have written it: what it did not know is absent. */
const StoredConfig = Type.Partial(AgentConfig);
const required = ["label", "command"] as const;

/** The configurations as they are in force; `trouble` says what of the file could not be read, and where it is now. */
interface Configurations {
  configs: ReadonlyMap<string, AgentConfig>;
  trouble: string | null;
}

export interface AgentStore {
  read(): Promise<Configurations>;
  put(id: string, config: AgentConfig): Promise<void>;
  /** Back to the preset, or gone. Answers whether there was anything of that name. */
  remove(id: string): Promise<boolean>;
}

interface Options {
  /** The folder that holds `agents.json`. */
  home: string;
  presets: Readonly<Record<string, Preset>>;
  now(): Date;
  /** Hears what became of a file that can't be read. */
  onTrouble(error: Error): void;
}

/** Only what differs from the presets is kept, so that everybody else gets a better preset with a new release. */
export function createAgentStore({ home, presets, now, onTrouble }: Options): AgentStore {
  const file = join(home, "agents.json");
  const queue = createKeyedQueue();
  const presetOf = (id: string) => (Object.hasOwn(presets, id) ? presets[id] : undefined);
  /** Of a file that was set aside while this server runs. */
  let setAside: string | null = null;

  /** The entries as they are in the file, readable or not: what is not understood is written back as it was. */
  async function entries(): Promise<Record<string, unknown>> {
    let text = "";
    try {
      text = await readFile(file, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return {};
      if (code !== "EISDIR") throw error;
    }
    try {
      const { agents } = JSON.parse(text);
      if (isRecord(agents)) return agents;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    }
    const aside = `${file}.unreadable-${now().toISOString().replaceAll(/[:.]/g, "-")}`;
    await rename(file, aside);
    setAside =
      `${file} could not be read, so the presets are in force. Nothing of it is lost: it is now ${aside}. ` +
      "Mend that file and put it back, or make your changes anew.";
    onTrouble(new Error(setAside));
    return {};
  }

  async function write(agents: Record<string, unknown>): Promise<void> {
    await writeFileAtomic(file, `${JSON.stringify({ agents }, null, 2)}\n`);
  }

  async function read(): Promise<Configurations> {
    const configs = new Map(Object.entries(presets).map(([id, { config }]) => [id, config]));
    const unreadable: string[] = [];
    for (const [id, entry] of Object.entries(await entries())) {
      const config = isAgentId.test(id) ? configOf(entry, presetOf(id)) : null;
      if (config) configs.set(id, config);
      else unreadable.push(id);
    }
    const names = unreadable.map((id) => JSON.stringify(id)).join(", ");
    const skipped =
      names === "" ? null : `In ${file} these are no agents and were left as they are: ${names}. Mend or remove them.`;
    return { configs, trouble: [setAside, skipped].filter((part) => part !== null).join(" ") || null };
  }

  return {
    read: () => queue.run("file", read),
    put: (id, config) =>
      queue.run("file", async () => {
        const { [id]: _before, ...others } = await entries();
        const own = isDeepStrictEqual(presetOf(id)?.config, config) ? {} : { [id]: config };
        await write({ ...others, ...own });
      }),
    remove: (id) =>
      queue.run("file", async () => {
        const stored = await entries();
        if (!Object.hasOwn(stored, id)) return Object.hasOwn(presets, id);
        const { [id]: _removed, ...others } = stored;
        await write(others);
        return true;
      }),
  };
}

function configOf(entry: unknown, preset: Preset | undefined): AgentConfig | null {
  if (!Value.Check(StoredConfig, entry)) return null;
  if (preset && [preset.config, ...(preset.earlier ?? [])].some((known) => equalsSoFar(entry, known)))
    return preset.config;
  if (required.some((name) => entry[name] === undefined)) return null;
  return { ...plain, ...entry } as AgentConfig;
}

/** Every field that was stored is as the preset has or had it: nobody changed anything. */
function equalsSoFar(stored: Partial<AgentConfig>, known: Partial<AgentConfig>): boolean {
  return Object.entries(stored).every(([name, value]) =>
    isDeepStrictEqual(value, known[name as keyof AgentConfig] ?? plain[name as keyof typeof plain]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
