import type { Capability } from "../../api/workspace.ts";
import { createForeignTht } from "./foreign-tht.ts";
import { madeAnyway } from "./made-anyway.ts";
import { createNativeTht } from "./native-tht.ts";
import type { Tht } from "./tht.ts";
import { createThtProcess, type ThtProcessOptions } from "./tht-process.ts";
import type { WorkspaceConfig } from "./workspace-config.ts";

export interface ThtRunner extends Tht {
  /** Finds out which kind of harness this is and reads its configuration; every command does so when first used. */
  open(): Promise<{ foreign: boolean; missing: Capability[]; config: WorkspaceConfig }>;
  /** How an agent has to run it: program and arguments, the workspace among them. */
  readonly argv: readonly string[];
  /** Ends the commands that only read. */
  cancelReads(): void;
}

const capabilities: Capability[] = ["new", "chat", "decide", "fork", "status", "original-documents"];

export function createThtRunner(options: ThtProcessOptions): ThtRunner {
  const process = createThtProcess(options);
  let opening: ReturnType<typeof probe> | undefined;

  async function probe() {
    const abilities = await speakVersion();
    const tht = abilities
      ? createNativeTht(process, { inBulk: abilities.includes("bulk-documents") })
      : createForeignTht(process, options.workspace);
    const missing = capabilities.filter((capability) => !abilities?.includes(capability));
    return { tht, foreign: abilities === null, missing, config: await tht.config() };
  }

  /** What the harness says it can do; null where it does not know the question. */
  async function speakVersion(): Promise<string[] | null> {
    const result = await process.read(["--version", "--json"]);
    if (!result.ok) return null;
    try {
      const { version, capabilities: spoken } = JSON.parse(result.stdout) ?? {};
      if (typeof version !== "string" || !Array.isArray(spoken)) return null;
      return spoken.includes("decide") && spoken.includes("put") ? [...spoken, "chat"] : spoken;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  function opened() {
    opening ??= probe().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  const tht = async () => (await opened()).tht;

  return {
    argv: [...options.argv, `--workspace=${options.workspace}`],
    async open() {
      const { foreign, missing, config } = await opened();
      return { foreign, missing, config };
    },
    cancelReads: () => process.cancelReads(),
    config: async () => (await opened()).config,
    list: async () => (await tht()).list(),
    show: async (id) => (await tht()).show(id),
    documents: async (id, input) => (await tht()).documents(id, input),
    async *bulkDocuments(ids, signal) {
      yield* (await tht()).bulkDocuments(ids, signal);
    },
    download: async (id, key) => (await tht()).download(id, key),
    async create(input, by) {
      const { create, list } = await tht();
      return madeAnyway(
        () => create(input, by),
        list,
        async ({ question }) => question === input.question,
      );
    },
    setName: async (id, name, by) => (await tht()).setName(id, name, by),
    setGroup: async (id, group, by) => (await tht()).setGroup(id, group, by),
    archive: async (id, by) => (await tht()).archive(id, by),
    unarchive: async (id, by) => (await tht()).unarchive(id, by),
    delete: async (id, by) => (await tht()).delete(id, by),
    close: async (id, by) => (await tht()).close(id, by),
    reopen: async (id, by) => (await tht()).reopen(id, by),
    finalize: async (id, by) => (await tht()).finalize(id, by),
    decide: async (id, input, by) => (await tht()).decide(id, input, by),
    async fork(id, input, by) {
      const { fork, list, show } = await tht();
      return madeAnyway(
        () => fork(id, input, by),
        list,
        async (row) => (await show(row.id)).forked_from?.id === id,
      );
    },
  };
}
