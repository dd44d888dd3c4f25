import { cp, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { temporaryFolder } from "../../test/helper.ts";
import { createManualClock } from "../../test/manual-clock.ts";
import { runtimeFolder, until } from "../../test/terminal-server.ts";
import { systemClock } from "../lib/clock.ts";
import { processEntry } from "../lib/process-tree.ts";
import { jsonFrame } from "./host/frames.ts";
import { type HostRecord, hostName, hostsFolder, readHostRecords, writeHostRecord } from "./host/host-record.ts";
import { listenHost } from "./host/listen.ts";
import { type HostSpec, PROTOCOL } from "./host/protocol.ts";
import { createHosts, type Hosts } from "./hosts.ts";

const VERSION = "1.2.3";

/** A server's home, and as many servers on it as are asked for. Every host ends with the test. */
async function openHome() {
  const home = await temporaryFolder();
  const runtime = await runtimeFolder();
  onTestFinished(async () => {
    const records = [...(await readHostRecords(home)).values()].filter(({ pid }) => pid !== process.pid);
    for (const { pid } of records) if (processEntry(pid)) process.kill(pid, "SIGTERM");
    await until(() => expect(records.filter(({ pid }) => processEntry(pid) !== null)).toEqual([]));
  });
  function server({ version = VERSION, program }: { version?: string; program?: string } = {}) {
    const heard = { changes: [] as string[][], errors: [] as unknown[] };
    const hosts = createHosts({
      home,
      version,
      env: { PATH: process.env.PATH, XDG_RUNTIME_DIR: runtime },
      clock: systemClock,
      onChange: (ids) => heard.changes.push(ids),
      onError: (error) => heard.errors.push(error),
      ...(program ? { program } : {}),
    });
    onTestFinished(() => hosts.close());
    return { hosts, heard };
  }
  return { home, runtime, server };
}

const spec = (argv: string[], more: Partial<HostSpec> = {}): HostSpec => ({
  argv,
  cwd: "/",
  cols: 80,
  rows: 24,
  title: argv.join(" "),
  env: { PATH: process.env.PATH ?? "", TERM: "xterm-256color" },
  agent: null,
  agentSessionId: null,
  session: null,
  ...more,
});
const SLEEP = ["sleep", "1000"];

async function killHost(home: string): Promise<[string, HostRecord]> {
  const [found] = await readHostRecords(home);
  if (!found) throw new Error("there is no host");
  process.kill(found[1].pid, "SIGKILL");
  await until(() => expect(processEntry(found[1].pid)).toBeNull());
  return found;
}

const screenOf = async (hosts: Hosts, id: string) => (await hosts.of(id)?.ask("screen", { terminal: id }))?.text;

describe("a host is started on demand", () => {
  test("once, however many ask at the same time, and in a session of its own", async () => {
    const { home, server } = await openHome();
    const servers = [server(), server(), server()];
    for (const { hosts } of servers) await hosts.open();
    expect((await readHostRecords(home)).size).toBe(0);
    const made = await Promise.all(
      servers.flatMap(({ hosts }) => [hosts.create(spec(SLEEP)), hosts.create(spec(SLEEP))]),
    );

    const [record, ...others] = (await readHostRecords(home)).values();
    expect(others).toEqual([]);
    expect(record?.terminals.sort()).toEqual(made.map(({ id }) => id).sort());
    for (const { hosts } of servers) await until(() => expect(hosts.terminals()).toHaveLength(6));
    const stat = (await readFile(`/proc/${record?.pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
    // Group and session are its own.
    expect([stat[2], stat[3]]).toEqual([String(record?.pid), String(record?.pid)]);
  });

  test("and what it says when it can't start is told", async () => {
    const { server, home } = await openHome();
    const program = join(home, "broken.ts");
    await writeFile(program, "throw new Error('no such luck')");
    const { hosts } = server({ program });
    await expect(hosts.create(spec(SLEEP))).rejects.toMatchObject({
      code: "terminal-failed",
      message: expect.stringContaining("no such luck"),
      hint: expect.stringContaining("host.log"),
    });
  });
});

describe("a host that is killed", () => {
  test("is told with its terminals, leaves nothing running, and another takes its place", async () => {
    const { home, server } = await openHome();
    const { hosts, heard } = server();
    // It leaves its group and its session, and hears neither a hang-up nor SIGTERM.
    const daemon = "trap '' HUP TERM; setsid sh -c 'trap \"\" HUP TERM; sleep 1000' & echo child $!; wait";
    const made = await hosts.create(spec(["sh", "-c", daemon]));
    await until(async () => expect(await screenOf(hosts, made.id)).toMatch(/child \d+/));
    const child = Number(/child (\d+)/.exec((await screenOf(hosts, made.id)) ?? "")?.[1]);
    expect(processEntry(child)).not.toBeNull();
    const [record] = (await readHostRecords(home)).values();

    process.kill(record?.pid as number, "SIGKILL");
    await until(() => expect(hosts.lost.find(made.id)).toMatchObject({ state: "lost", endedAt: expect.any(String) }));
    expect(heard.changes.at(-1)).toEqual([made.id]);
    await hosts.settled();
    expect(hosts.terminals()).toEqual([]);
    await until(() => expect([processEntry(made.pid), processEntry(child)]).toEqual([null, null]));

    const next = await hosts.create(spec(SLEEP));
    expect(next.state).toBe("running");
    expect((await readHostRecords(home)).get(hostName(PROTOCOL, VERSION))?.pid).not.toBe(record?.pid);
  });

  test("while no server was there leaves nothing running either, and its terminals are told as lost", async () => {
    const { home, server } = await openHome();
    const first = server().hosts;
    const made = await first.create(spec(["sh", "-c", "trap '' HUP; while :; do sleep 0.1; done"], { title: "busy" }));
    const done = await first.create(spec(["sh", "-c", "exit 3"]));
    await until(async () => {
      const [record] = (await readHostRecords(home)).values();
      expect(record?.known).toMatchObject([{ state: "running" }, { state: "exited", exitCode: 3 }]);
    });
    first.close();
    await killHost(home);

    const { hosts, heard } = server();
    await hosts.open();
    expect([hosts.terminals(), processEntry(made.pid), (await readHostRecords(home)).size]).toEqual([[], null, 0]);
    expect(hosts.lost.list()).toEqual([
      { ...made, state: "lost", endedAt: expect.any(String) },
      { ...done, state: "exited", exitCode: 3, endedAt: expect.any(String) },
    ]);
    expect([heard.changes, heard.errors]).toEqual([[[made.id, done.id]], []]);
    // Until somebody closes them, whichever server is there.
    await hosts.lost.remove(done.id);
    const third = server().hosts;
    await third.open();
    expect(third.lost.list().map(({ id }) => id)).toEqual([made.id]);
  });

  test("is known to be dead though its number is another process's", async () => {
    const { home, server } = await openHome();
    const first = server().hosts;
    const made = await first.create(spec(SLEEP));
    first.close();
    const [name, record] = await killHost(home);
    // As after the machine was started anew.
    await writeHostRecord(home, name, { ...record, pid: process.pid });
    const { hosts, heard } = server();
    await hosts.open();
    expect([hosts.lost.list().map(({ id }) => id), heard.errors]).toEqual([[made.id], []]);
  });
});

test("a living host that can't be reached keeps its programs, and is found again", async () => {
  const { home, runtime, server } = await openHome();
  const folder = join(runtime, "thoth");
  await mkdir(folder, { mode: 0o700 });
  const clock = createManualClock();
  const onError = (error: unknown) => expect.fail(String(error));
  const listening = await listenHost({ home, folder, version: VERSION, clock, onError });
  onTestFinished(() => listening?.host.stop());
  const { hosts, heard } = server();
  await hosts.open();
  const made = await hosts.create(spec(SLEEP));
  const client = hosts.of(made.id);
  await rm(listening?.socket as string);
  client?.close();
  await client?.closed;
  await hosts.settled();
  expect([hosts.terminals(), hosts.lost.list()]).toEqual([[], []]);
  expect(String(heard.errors[0])).toContain("can't be reached");
  expect(processEntry(made.pid)).not.toBeNull();
  clock.pass(30_000);
  await until(async () => {
    await hosts.open();
    expect(hosts.terminals().map(({ id }) => id)).toEqual([made.id]);
  });
});

test("a host that is just ending is waited for, and the next one opens the terminal", async () => {
  const { home, server } = await openHome();
  const { hosts } = server();
  const first = await hosts.create(spec(["sh", "-c", "trap '' HUP TERM; while :; do sleep 0.1; done"]));
  const [record] = (await readHostRecords(home)).values();
  // It takes seconds to end what does not hear, and takes on nothing meanwhile.
  const stopped = hosts.of(first.id)?.ask("stop", {});
  const second = await hosts.create(spec(SLEEP));
  await stopped;
  expect([processEntry(first.pid), processEntry(record?.pid as number)]).toEqual([null, null]);
  expect(hosts.terminals().map(({ id }) => id)).toEqual([second.id]);
});

test("a host whose socket was removed makes it anew", async () => {
  const { home, runtime, server } = await openHome();
  const clock = createManualClock();
  const folder = join(runtime, "thoth");
  await mkdir(folder, { mode: 0o700 });
  const onError = (error: unknown) => expect.fail(String(error));
  const listening = await listenHost({ home, folder, version: VERSION, clock, onError });
  onTestFinished(() => listening?.host.stop());
  const made = await listening?.host.create(spec(SLEEP));
  await rm(folder, { recursive: true });
  const { hosts, heard } = server();
  await hosts.open();
  expect([hosts.terminals(), heard.errors.length]).toEqual([[], 1]);
  clock.pass(30_000);
  await until(async () => {
    await hosts.open();
    expect(hosts.terminals().map(({ id }) => id)).toEqual([made?.id]);
  });
});

describe("a host of another version", () => {
  test("keeps its terminals, which stay in use, while new ones go to a new host", async () => {
    const { home, server } = await openHome();
    const before = server({ version: "1.0.0" }).hosts;
    const old = await before.create(spec(["sh", "-c", "read line; echo got $line; sleep 1000"]));
    before.close();

    const { hosts } = server();
    await hosts.open();
    expect(hosts.terminals().map(({ id }) => id)).toEqual([old.id]);
    const fresh = await hosts.create(spec(SLEEP));
    expect((await readHostRecords(home)).size).toBe(2);
    await hosts.of(old.id)?.ask("send", { terminal: old.id, text: "hello\r", as: "type" });
    await until(async () => expect(await screenOf(hosts, old.id)).toContain("got hello"));
    expect(hosts.of(old.id)).not.toBe(hosts.of(fresh.id));
    await hosts.of(old.id)?.ask("end", { terminal: old.id });
    await until(() => expect(hosts.terminals().map(({ id }) => id)).toEqual([fresh.id]));
    await hosts.stopAll();
    expect((await readHostRecords(home)).size).toBe(0);
  });

  test("is spoken to in the protocol before ours", async () => {
    const { home, runtime, server } = await openHome();
    const errors: unknown[] = [];
    const listening = await listenHost({
      home,
      folder: runtime,
      version: "0.9.0",
      protocol: PROTOCOL - 1,
      onError: (error) => errors.push(error),
    });
    onTestFinished(() => listening?.host.stop());
    const old = await listening?.host.create(spec(["echo", "from before"]));
    const { hosts } = server();
    await hosts.open();
    await until(async () => expect(await screenOf(hosts, old?.id as string)).toBe("from before"));
    expect(errors).toEqual([]);
  });

  test("that speaks a protocol we don't know is left alone, and told", async () => {
    const { home, runtime, server } = await openHome();
    const socket = join(runtime, "strange.sock");
    const strange = createServer((connection) => {
      connection.on("error", () => {});
      connection.write(jsonFrame({ type: "hello", protocol: PROTOCOL + 5, version: "9.0.0", pid: process.pid }));
    });
    await new Promise<void>((resolve) => strange.listen(socket, resolve));
    onTestFinished(() => void strange.close());
    await mkdir(hostsFolder(home), { recursive: true });
    const name = hostName(PROTOCOL + 5, "9.0.0");
    await writeHostRecord(home, name, {
      socket,
      pid: process.pid,
      protocol: PROTOCOL + 5,
      version: "9.0.0",
      startedAt: "2026-01-01T00:00:00Z",
      terminals: ["t-theirs"],
    });
    const { hosts, heard } = server();
    await hosts.open();
    expect(String(heard.errors[0])).toContain(`protocol ${PROTOCOL + 5}`);
    expect((await readHostRecords(home)).has(name)).toBe(true);
    expect((await hosts.create(spec(SLEEP))).state).toBe("running");
  });
});

test("what lies among the records of hosts and is none hides nothing, and is left as it is", async () => {
  const { home, server } = await openHome();
  const first = server().hosts;
  const made = await first.create(spec(SLEEP));
  first.close();
  const at = (name: string) => join(hostsFolder(home), `${name}.json`);
  const record = { pid: process.pid, terminals: [], known: "none", socket: "x".repeat(500) };
  await mkdir(at("host-1-1.0.0"));
  await symlink("host-1-1.0.1.json", at("host-1-1.0.1"));
  await symlink("/proc/self/mem", at("host-1-1.0.2"));
  for (const [n, text] of ["{ half", "null", "[]", JSON.stringify(record), "\0"].entries())
    await writeFile(at(`host-1-2.0.${n}`), text);
  const before = await readdir(hostsFolder(home));

  const { hosts } = server();
  await hosts.open();
  expect(hosts.terminals().map(({ id }) => id)).toEqual([made.id]);
  expect((await hosts.create(spec(SLEEP))).state).toBe("running");
  expect((await readdir(hostsFolder(home))).filter((name) => !name.endsWith(".tmp"))).toEqual(before);
});

test("a home that was copied while its terminals ran knows nothing of them, and ends none of them", async () => {
  const original = await openHome();
  const first = original.server().hosts;
  const made = await first.create(spec(SLEEP));
  const copy = await openHome();
  await cp(hostsFolder(original.home), hostsFolder(copy.home), { recursive: true });

  const { hosts, heard } = copy.server();
  await hosts.open();
  expect([hosts.terminals(), hosts.lost.list(), heard.errors]).toEqual([[], [], []]);
  const own = await hosts.create(spec(SLEEP));
  expect(hosts.terminals().map(({ id }) => id)).toEqual([own.id]);
  await hosts.stopAll();
  expect(await first.of(made.id)?.ask("list", {})).toMatchObject([{ id: made.id, state: "running" }]);
  expect(processEntry(made.pid)).not.toBeNull();
});

test("files may be replaced under a running host", async () => {
  const { home, server } = await openHome();
  const here = fileURLToPath(new URL("../../", import.meta.url));
  const copy = join(home, "installed");
  for (const part of ["src/terminals", "src/lib", "api", "package.json"])
    await cp(join(here, part), join(copy, part), { recursive: true });
  await symlink(join(here, "node_modules"), join(copy, "node_modules"));
  const { hosts } = server({ program: join(copy, "src/terminals/host/main.ts") });
  await hosts.create(spec(SLEEP));
  await rm(copy, { recursive: true });

  // Each thing that a host can do, for the first time.
  const { id } = await hosts.create(spec(["sh", "-c", "read line; echo got $line; cat; exit 3"]));
  const client = hosts.of(id);
  await client?.ask("send", { terminal: id, text: "a\r", as: "paste" });
  await until(async () => expect(await screenOf(hosts, id)).toContain("got a"));
  const seen: string[] = [];
  const nothing = () => {};
  const stream = await client?.attach(id, {
    frame: ({ type }) => seen.push(type),
    output: (bytes) => seen.push(bytes.toString()),
    closed: nothing,
    broken: nothing,
  });
  stream?.send({ type: "resize", cols: 100, rows: 30 });
  await until(() => expect(seen.join()).toMatch(/snapshot.*got a.*size/s));
  expect(await client?.ask("transcript", { terminal: id, options: {} })).toMatchObject({ quality: "exact" });
  await expect(hosts.create(spec(["/no/such/program"]))).rejects.toMatchObject({ code: "terminal-failed" });
  const fed = await hosts.create(spec(["cat"], { firstInput: { text: "as input", as: "stdin" } }));
  await until(async () => expect(await screenOf(hosts, fed.id)).toBe("as input"));
  await client?.ask("end", { terminal: id });
  await hosts.stopAll();
  expect(hosts.terminals()).toEqual([]);
});

test("nothing of a host is loaded later than at its start", async () => {
  const seen = new Set<string>();
  async function walk(file: string): Promise<void> {
    if (seen.has(file)) return;
    seen.add(file);
    const source = await readFile(file, "utf8");
    expect(source, file).not.toMatch(/(?<!typeof )\bimport\(|\brequire\(|createRequire|new Worker|process\.dlopen/);
    for (const [, path] of source.matchAll(/from "(\.[^"]+)"/g))
      await walk(fileURLToPath(new URL(path as string, `file://${file}`)));
  }
  await walk(fileURLToPath(new URL("host/main.ts", import.meta.url)));
  expect(seen.size).toBeGreaterThan(20);
});

test("no program holds the line of another one's terminal, whichever were closed before", async () => {
  const { server } = await openHome();
  const { hosts } = server();
  const made: Terminal[] = [];
  for (let n = 0; n < 6; n++) made.push(await hosts.create(spec(SLEEP)));
  await Promise.all(made.slice(1, 5).map(({ id }) => hosts.of(id)?.ask("end", { terminal: id })));
  const { pid } = await hosts.create(spec(SLEEP));
  for (const one of [made[5]?.pid, pid]) {
    const open = await readdir(`/proc/${one}/fd`);
    const files = await Promise.all(open.map((fd) => readlink(`/proc/${one}/fd/${fd}`)));
    expect(files.filter((file) => file.endsWith("/ptmx"))).toEqual([]);
    expect(new Set(files.filter((file) => file.startsWith("/dev/pts/"))).size).toBe(1);
  }
});

describe("the end of a terminal", () => {
  test("is the end of all that started in it, also of what left its group and hears nothing", async () => {
    const { server } = await openHome();
    const { hosts } = server();
    const deaf = "trap '' HUP TERM INT; while :; do sleep 0.2; done";
    const { id, pid } = await hosts.create(
      spec([
        "bash",
        "-c",
        `trap '' HUP TERM; (${deaf}) & echo pid $!; setsid bash -c "${deaf}" & echo pid $!; nohup sleep 1000 & echo pid $!; wait`,
      ]),
    );
    await until(async () => expect((await screenOf(hosts, id))?.match(/pid \d+/g)).toHaveLength(3));
    const pids = [pid, ...((await screenOf(hosts, id)) ?? "").matchAll(/pid (\d+)/g).map(([, n]) => Number(n))];
    expect(pids.map((each) => processEntry(each)).includes(null)).toBe(false);
    await hosts.of(id)?.ask("end", { terminal: id });
    expect(pids.map((each) => processEntry(each))).toEqual([null, null, null, null]);
  });

  test("and of what a program left behind when it ended by itself", async () => {
    const { server } = await openHome();
    const { hosts } = server();
    const { id } = await hosts.create(
      spec(["sh", "-c", "nohup setsid sleep 1000 >/dev/null 2>&1 & echo pid $!; sleep 0.3"]),
    );
    await until(() => expect(hosts.find(id)).toMatchObject({ state: "exited" }));
    const left = Number(/pid (\d+)/.exec((await screenOf(hosts, id)) ?? "")?.[1]);
    expect(processEntry(left)).not.toBeNull();
    await hosts.of(id)?.ask("end", { terminal: id });
    expect(processEntry(left)).toBeNull();
  });

  test.each(["SIGTERM", "SIGINT"] as const)("a host that is told to end by %s leaves nothing", async (signal) => {
    const { home, runtime, server } = await openHome();
    const { hosts } = server();
    const made = [
      await hosts.create(spec(SLEEP)),
      await hosts.create(spec(["sh", "-c", "trap '' HUP TERM; sleep 1000"])),
    ];
    const [record] = (await readHostRecords(home)).values();
    process.kill(record?.pid as number, signal);
    await until(() => expect(processEntry(record?.pid as number)).toBeNull());
    expect(made.map(({ pid }) => processEntry(pid))).toEqual([null, null]);
    await hosts.settled();
    expect([hosts.lost.list(), hosts.terminals(), (await readHostRecords(home)).size]).toEqual([[], [], 0]);
    expect(await readdir(join(runtime, "thoth"))).toEqual([]);
  });
});

describe("a first input", () => {
  test("is the program's standard input, up to its end, while it writes to the terminal", async () => {
    const { runtime, server } = await openHome();
    const { hosts } = server();
    const text = `first 'quoted' $HOME\n${"x".repeat(100_000)}\nlast`;
    const { id, argv } = await hosts.create(
      spec(["sh", "-c", 'wc -c; [ -t 1 ] && echo "to a terminal"; exit 4'], { firstInput: { text, as: "stdin" } }),
    );
    expect(argv).toHaveLength(3);
    await until(() => expect(hosts.find(id)).toMatchObject({ exitCode: 4 }));
    expect(await screenOf(hosts, id)).toBe(`${text.length}\nto a terminal`);
    expect((await readdir(join(runtime, "thoth"))).filter((name) => name.startsWith("input-"))).toEqual([]);
  });

  test("is pasted once the program has its input open, and entered", async () => {
    const { server } = await openHome();
    const { hosts } = server();
    const program = `
      process.stdin.setRawMode(true);
      process.stdin.on("data", (d) => process.stdout.write("<" + JSON.stringify(d.toString()) + ">"));
      process.stdout.write("starting");
      setTimeout(() => process.stdout.write("\\x1b[?2004h> "), 100);
    `;
    const { id } = await hosts.create(
      spec([process.execPath, "-e", program], { firstInput: { text: "go on\nhere", as: "paste" } }),
    );
    await until(async () =>
      expect(await screenOf(hosts, id)).toBe('starting> <"\\u001b[200~go on\\rhere\\u001b[201~"><"\\r">'),
    );
  });

  test("of a program that can't be started lies nowhere", async () => {
    const { runtime, server } = await openHome();
    const { hosts } = server();
    const firstInput = { text: "secret", as: "stdin" as const };
    await expect(hosts.create(spec(["no-such-program-xyz"], { firstInput }))).rejects.toMatchObject({
      message: expect.stringContaining("was not found"),
    });
    const file = (name: string) => name.startsWith("input-");
    expect((await readdir(join(runtime, "thoth"))).filter(file)).toEqual([]);
  });
});
