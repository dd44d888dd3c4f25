import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentConfig } from "../../api/agents.ts";
import { temporaryFolder } from "../../test/helper.ts";
import { createAgentStore } from "./agent-store.ts";
import { type Preset, presets } from "./presets.ts";

const claude = presets.claude as Preset;

async function store(content?: unknown, known: Record<string, Preset> = { claude }) {
  const home = await temporaryFolder();
  const file = join(home, "agents.json");
  if (content !== undefined) await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  const troubles: string[] = [];
  /** As a server that is started has it. */
  const anew = () =>
    createAgentStore({
      home,
      presets: known,
      now: () => new Date("2026-01-02T03:04:05.678Z"),
      onTrouble: (error) => troubles.push(error.message),
    });
  const agents = anew();
  const config = async (id: string) => (await agents.read()).configs.get(id);
  return {
    agents,
    anew,
    config,
    home,
    file,
    troubles,
    stored: async () => JSON.parse(await readFile(file, "utf8")).agents,
  };
}

const mine: AgentConfig = { ...claude.config, label: "Mine", command: "mine", env: { CLAUDE_CONFIG_DIR: "/second" } };

test("without a file the presets are in force", async () => {
  const { agents } = await store();
  expect(await agents.read()).toEqual({ configs: new Map([["claude", claude.config]]), trouble: null });
});

test("one's own agent is kept, and gone when it is removed", async () => {
  const { agents, config, stored } = await store();
  await agents.put("mine", mine);
  expect(await config("mine")).toEqual(mine);
  expect(await agents.remove("mine")).toBe(true);
  expect(await config("mine")).toBeUndefined();
  expect(await stored()).toEqual({});
  expect(await agents.remove("mine")).toBe(false);
});

test("an edited preset is kept whole, and goes back to its own when it is removed", async () => {
  const { agents, config } = await store();
  const edited = { ...claude.config, args: ["--model", "opus"] };
  await agents.put("claude", edited);
  expect(await config("claude")).toEqual(edited);
  expect(await agents.remove("claude")).toBe(true);
  expect(await config("claude")).toEqual(claude.config);
});

test("an agent may be called what every object has", async () => {
  const { agents, config } = await store();
  await agents.put("constructor", mine);
  expect(await config("constructor")).toEqual(mine);
  expect(await agents.remove("constructor")).toBe(true);
  expect(await config("constructor")).toBeUndefined();
});

test("a folder in the file's place is set aside like a file that can't be read", async () => {
  const { agents, config, file, home, troubles } = await store();
  await mkdir(file);
  expect((await agents.read()).trouble).toContain("could not be read");
  await agents.put("mine", mine);
  expect(await config("mine")).toEqual(mine);
  expect([troubles.length, (await readdir(home)).length]).toEqual([1, 2]);
});

test("saving a preset unchanged stores nothing", async () => {
  const { agents, stored } = await store();
  await agents.put("claude", { ...claude.config, args: ["x"] });
  await agents.put("claude", structuredClone(claude.config));
  expect(await stored()).toEqual({});
});

test("what still equals an older preset moves on with it: fields it did not have are the preset's", async () => {
  const { label, command, args } = claude.config;
  const { config } = await store({ agents: { claude: { label, command, args } } });
  expect(await config("claude")).toEqual(claude.config);
});

test("what equals a preset of an earlier release moves on too", async () => {
  const earlier = { ...claude.config, forkArgs: [] };
  const known = { claude: { ...claude, earlier: [earlier] } };
  const { config } = await store({ agents: { claude: earlier } }, known);
  expect(await config("claude")).toEqual(claude.config);
});

test("what was edited keeps what it has, and what it lacks is empty", async () => {
  const { config } = await store({ agents: { claude: { label: "Claude Code", command: "/opt/claude" } } });
  expect(await config("claude")).toMatchObject({ command: "/opt/claude", forkArgs: [], pinSessionArgs: [], env: {} });
});

test.each(["{ half", "null", "[]", '{"agents": 3}', ""])(
  "a file that can't be read (%j) is told, kept aside, and never written over",
  async (content) => {
    const { agents, home, troubles } = await store(content);
    await agents.put("mine", mine);
    const { configs, trouble } = await agents.read();
    expect([...configs.keys()]).toEqual(["claude", "mine"]);
    expect(trouble).toContain("agents.json.unreadable-2026-01-02T03-04-05-678Z");
    expect(troubles).toEqual([trouble]);
    expect((await readdir(home)).sort()).toEqual(["agents.json", "agents.json.unreadable-2026-01-02T03-04-05-678Z"]);
    expect(await readFile(join(home, "agents.json.unreadable-2026-01-02T03-04-05-678Z"), "utf8")).toBe(content);
  },
);

test("a file that was set aside is told until it is put back, thrown away, or written anew; by a later server too", async () => {
  const noticeOf = async (change: (aside: string, made: Awaited<ReturnType<typeof store>>) => unknown) => {
    const made = await store("{ half");
    const first = (await made.agents.read()).trouble;
    const [aside = ""] = await readdir(made.home);
    expect([first, await made.anew().read()]).toEqual([
      expect.stringContaining(aside),
      expect.objectContaining({ trouble: first }),
    ]);
    await change(join(made.home, aside), made);
    return [(await made.agents.read()).trouble, (await made.anew().read()).trouble];
  };
  expect(await noticeOf((aside) => rm(aside))).toEqual([null, null]);
  expect(
    await noticeOf((aside, { file }) => writeFile(aside, '{"agents": {}}').then(() => rename(aside, file))),
  ).toEqual([null, null]);
  expect(await noticeOf((_, { agents }) => agents.put("mine", mine))).toEqual([null, null]);
  expect((await noticeOf(() => {}))[0]).toContain("could not be read");
});

test("one that a change met is told until the next change", async () => {
  const { agents } = await store("{ half");
  await agents.put("mine", mine);
  for (const _ of [1, 2]) expect((await agents.read()).trouble).toContain("could not be read");
  await agents.put("other", mine);
  expect((await agents.read()).trouble).toBeNull();
});

test("a link to where somebody keeps the file stays a link, also to one that isn't there yet or can't be read", async () => {
  const { agents, config, file, home } = await store();
  const kept = join(home, "kept");
  await mkdir(kept);
  const target = join(kept, "own.json");
  await symlink("kept/own.json", file);
  await agents.put("mine", mine);
  await chmod(target, 0o644);
  await agents.put("other", mine);
  expect([(await lstat(file)).isSymbolicLink(), (await stat(target)).mode & 0o777]).toEqual([true, 0o644]);
  expect(Object.keys(JSON.parse(await readFile(target, "utf8")).agents)).toEqual(["mine", "other"]);

  await writeFile(target, "{ half");
  expect((await agents.read()).trouble).toContain(join("kept", "own.json.unreadable-"));
  await agents.put("mine", mine);
  expect([(await lstat(file)).isSymbolicLink(), await config("mine"), (await readdir(kept)).length]).toEqual([
    true,
    mine,
    2,
  ]);
});

test("where the system doesn't let it be read the presets are in force, that is told, and nothing is changed", async () => {
  const { agents, config, file } = await store();
  await symlink("agents.json", file);
  expect(await agents.read()).toMatchObject({
    configs: new Map([["claude", claude.config]]),
    trouble: expect.stringMatching(/agents\.json can't be read: it is a link that leads in a circle\. Mend that/),
  });
  await expect(agents.put("mine", mine)).rejects.toMatchObject({ code: "write-failed" });
  await rm(file);
  await agents.put("mine", mine);
  expect(await config("mine")).toEqual(mine);
});

test("entries that are no agents are told, and survive every change of the others", async () => {
  const broken = { claude: { ...claude.config, args: "no list" }, "Not An Id": mine, half: { label: "Half" } };
  const { agents, stored } = await store({ agents: broken });
  const { configs, trouble } = await agents.read();
  expect(configs).toEqual(new Map([["claude", claude.config]]));
  for (const id of Object.keys(broken)) expect(trouble).toContain(JSON.stringify(id));
  await agents.put("mine", mine);
  expect(await stored()).toEqual({ ...broken, mine });
});

test("changes at the same time lose nothing", async () => {
  const { agents, stored } = await store();
  await Promise.all(["a", "b", "c", "d"].map((id) => agents.put(id, mine)));
  expect(Object.keys(await stored()).sort()).toEqual(["a", "b", "c", "d"]);
});
