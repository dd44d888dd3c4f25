import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { newContext, openBrowser, openPage } from "./browser.mjs";
import { writeClaudeCorpus } from "./claude-corpus.mjs";
import { temporaryFolder } from "./closing.mjs";
import { count, markdownTable, ms, percentile } from "./measures.mjs";
import { scrollThrough } from "./rail.mjs";
import { startServer } from "./server.mjs";
import { createSessions } from "./session-folders.mjs";

const TRANSCRIPTS = 5_000;
const BYTES = 125e6;
const SESSIONS = 300;
/** Between two keys, as somebody types who is quick. */
const KEY_MS = 120;
const READY_MS = 300_000;
const LONG_MS = 50;
/** The system counts in hundredths of a second. */
const TICK_MS = 10;
/** Where the transcripts say that they were. */
const PROJECT = "/home/dev/app";
/** Words of transcripts, of documents and of titles. */
const TYPED = [
  "glyphcache",
  "retry after",
  "riunione banca",
  "approvata perché",
  "session cache",
  "documenti",
  "parseline",
];

/** The search box over 5,000 transcripts in two tabs: typed into, while the other one stands open. Resolves with Markdown. */
export async function benchSearchPage() {
  const browser = await openBrowser("search-page");
  if (!browser) return null;
  const home = temporaryFolder("search-page");
  const workspace = join(home, "workspace");
  console.error(`search-page: ${TRANSCRIPTS} transcripts …`);
  createSessions(workspace, SESSIONS);
  appendFileSync(join(workspace, "workspace.yaml"), `projects: ["${PROJECT}"]\n`);
  const store = join(home, ".claude/projects", PROJECT.replaceAll("/", "-"));
  writeClaudeCorpus(store, { files: TRANSCRIPTS, bytes: BYTES });
  const server = await startServer(workspace, { HOME: home });
  const context = await newContext(browser);
  const pages = [await openPage(context, server.link), await openPage(context, `${server.origin}/`)];

  // While the first index is made, the rail of one tab is scrolled.
  await pages[0].bringToFront();
  const whileIndexing = await pages[0].evaluate(scrollThrough);
  await untilIndexed(server);

  const keys = [];
  const spent = { page: 0, server: 0 };
  for (const [index, page] of pages.entries()) {
    await page.bringToFront();
    console.error(`search-page: typing in tab ${index + 1} …`);
    const pageTime = await mainThreadClock(context, page);
    const before = { page: await pageTime(), server: cpuOf(server.child.pid) };
    for (const text of TYPED) keys.push(...(await type(page, text)));
    spent.page += (await pageTime()) - before.page;
    spent.server += cpuOf(server.child.pid) - before.server;
  }
  await pages[0].bringToFront();
  const after = await pages[0].evaluate(scrollThrough);

  // A key that the next one came before has no passages of its own.
  const passages = keys.map(({ passages }) => passages).filter((time) => time !== null);
  const row = (label, list) => [
    label,
    count(list.length),
    ...[0.5, 0.95, 1].map((share) => ms(percentile(list, share))),
  ];
  const frames = (label, list) => [
    label,
    count(list.length),
    ...[0.5, 0.95, 1].map((share) => percentile(list, share).toFixed(1)),
    count(list.filter((frame) => frame > LONG_MS).length),
  ];
  return [
    markdownTable(
      ["", "times", "p50, ms", "p95, ms", "longest, ms"],
      [
        row(
          "key → names painted",
          keys.map(({ painted }) => painted),
        ),
        row("key → passages painted", passages),
        row(
          "last key of a text → passages painted",
          keys.filter(({ last }) => last).map(({ passages }) => passages),
        ),
      ],
    ),
    markdownTable(
      ["processor time a key", "ms"],
      [
        ["the page's main thread, opening and closing the box included", (spent.page / keys.length).toFixed(1)],
        ["the server", (spent.server / keys.length).toFixed(1)],
      ],
    ),
    markdownTable(
      ["rail", "frames", "p50, ms", "p95, ms", "longest, ms", `over ${LONG_MS} ms`],
      [frames("while the first index is made", whileIndexing), frames("after", after)],
    ),
  ].join("\n\n");
}

/** Waits for an answer that the whole index has part in. */
async function untilIndexed({ origin, headers }) {
  const until = Date.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${origin}/search?q=the&limit=1`, { headers });
    const { indexing, stale } = await response.json();
    if (response.ok && indexing === null && !stale) return;
    if (Date.now() > until) throw new Error("the index is never complete");
    await delay(200);
  }
}

/** What a page's main thread has worked so far, in ms: what else the machine does is no part of it. */
async function mainThreadClock(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
}

/** What a process has worked so far, in ms; Linux alone tells. */
function cpuOf(pid) {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Opens the box and types a text, key by key; for each key when it was painted, and its passages, in ms. */
async function type(page, text) {
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.locator("[role=combobox][aria-autocomplete]");
  await field.waitFor();
  await field.fill("");
  const keys = await page.evaluateHandle(watchKeys);
  await page.keyboard.type(text, { delay: KEY_MS });
  const seen = await keys.evaluate((watched) => watched.end());
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  return seen;
}

/** Runs in the page. `end` resolves when the passages for what was typed last are painted. */
function watchKeys() {
  const field = document.querySelector("[role=combobox][aria-autocomplete]");
  const dialog = field.closest("[role=dialog]");
  // The footer counts what was found once it is what was asked for.
  const isAnswered = () => dialog.querySelector("footer span.truncate")?.textContent !== "";
  const keys = [];
  let done = false;
  const afterPaint = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  };
  addEventListener("keydown", ({ timeStamp }) => keys.push({ at: timeStamp, painted: null, passages: null }), true);
  requestAnimationFrame(function look() {
    const key = keys.at(-1);
    if (key && field.value.length === keys.length) {
      if (key.painted === null) afterPaint((now) => (key.painted ??= now - key.at));
      if (key.passages === null && isAnswered()) afterPaint((now) => (key.passages ??= now - key.at));
    }
    if (!done) requestAnimationFrame(look);
  });
  return {
    async end() {
      for (const until = performance.now() + 10_000; performance.now() < until && keys.at(-1).passages === null; )
        await new Promise((resolve) => setTimeout(resolve, 5));
      done = true;
      return keys.map(({ painted, passages }, index) => ({ painted, passages, last: index === keys.length - 1 }));
    },
  };
}
