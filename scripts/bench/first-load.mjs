import { join } from "node:path";
import { newContext, openBrowser } from "./browser.mjs";
import { temporaryFolder } from "./closing.mjs";
import { count, kilobytes, markdownTable, median, ms } from "./measures.mjs";
import { end } from "./programs.mjs";
import { createDemo, startServer } from "./server.mjs";
import { createSessions } from "./session-folders.mjs";

const MANY = 10_000;
const ROUNDS = 5;

/** The page's first load in a browser that has nothing of it yet, of a demo and of 10,000 sessions. Resolves with Markdown. */
export async function benchFirstLoad() {
  const browser = await openBrowser("first-load");
  if (!browser) return null;
  const folder = temporaryFolder("load");
  const demo = await createDemo(folder);
  const many = join(folder, "many");
  createSessions(many, MANY);
  return markdownTable(
    ["sessions", "scripts, KB compressed", "list, KB compressed", "first row, ms", "largest paint, ms"],
    [await measure(browser, demo.workspace, demo.sessions.length), await measure(browser, many, MANY)],
  );
}

async function measure(browser, workspace, size) {
  console.error(`first load: ${size} sessions …`);
  const server = await startServer(workspace);
  const loads = [];
  for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(browser, server.link));
  await end(server.child);
  const middle = (name) => median(loads.map((figures) => figures[name]));
  return [
    count(size),
    kilobytes(middle("scripts")),
    kilobytes(middle("list")),
    ms(middle("firstRow")),
    ms(middle("largestPaint")),
  ];
}

async function load(browser, link) {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.addInitScript(watchLoad);
  await page.goto(link);
  await page.waitForFunction(() => window.benchLoad.firstRow !== null, null, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  const found = await page.evaluate(() => {
    const bytesOf = (isIt) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => isIt(new URL(name).pathname))
        .map((entry) => entry.encodedBodySize);
    return {
      ...window.benchLoad,
      scripts: bytesOf((path) => path.endsWith(".js")).reduce((sum, bytes) => sum + bytes, 0),
      // The page may ask again when its socket has opened, and is told that nothing has changed.
      list: bytesOf((path) => path === "/sessions")[0],
    };
  });
  await context.close();
  return found;
}

/** Runs in the page, before anything of it. */
function watchLoad() {
  const found = { firstRow: null, largestPaint: 0 };
  window.benchLoad = found;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.largestPaint = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector("[id^=session-row-]")) return;
    found.firstRow = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
