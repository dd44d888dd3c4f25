import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { AGENT_ID, AgentConfig } from "../../api/agents.ts";
import { isProblem } from "../http/problem.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import { createAgentsFile } from "./agents-file.ts";
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
  const stored = createAgentsFile({ file, now, onTrouble });
  const queue = createKeyedQueue();
  const presetOf = (id: string) => (Object.hasOwn(presets, id) ? presets[id] : undefined);

  async function read(): Promise<Configurations> {
    const configs = new Map(Object.entries(presets).map(([id, { config }]) => [id, config]));
    const unreadable: string[] = [];
    const entries = await stored.entries().catch((error: unknown) => {
      if (isProblem(error, "write-failed")) return error;
      throw error;
    });
    if (isProblem(entries)) return { configs, trouble: `${entries.message} ${entries.hint}` };
    for (const [id, entry] of Object.entries(entries)) {
      const config = isAgentId.test(id) ? configOf(entry, presetOf(id)) : null;
      if (config) configs.set(id, config);
      else unreadable.push(id);
    }
    const names = unreadable.map((id) => JSON.stringify(id)).join(", ");
    const skipped =
      names === "" ? null : `In ${file} these are no agents and were left as they are: ${names}. Mend or remove them.`;
    const trouble = [await stored.notice(), skipped].filter((part) => part !== null).join(" ");
    return { configs, trouble: trouble || null };
  }

  return {
    read: () => queue.run("file", read),
    put: (id, config) =>
      queue.run("file", async () => {
        const { [id]: _before, ...others } = await stored.entries();
        const own = isDeepStrictEqual(presetOf(id)?.config, config) ? {} : { [id]: config };
        await stored.write({ ...others, ...own });
      }),
    remove: (id) =>
      queue.run("file", async () => {
        const entries = await stored.entries();
        if (!Object.hasOwn(entries, id)) return Object.hasOwn(presets, id);
        const { [id]: _removed, ...others } = entries;
        await stored.write(others);
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
