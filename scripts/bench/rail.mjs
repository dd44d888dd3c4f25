import { join } from "node:path";
import { newContext, openBrowser, openPage, pressRow, rowsOf } from "./browser.mjs";
import { temporaryFolder } from "./closing.mjs";
import { count, markdownTable, ms, percentile } from "./measures.mjs";
import { startServer } from "./server.mjs";
import { createSessions } from "./session-folders.mjs";

const SESSIONS = 10_000;
const PRESSES = 9;
/** A frame past this is seen as a jerk. */
const LONG_MS = 50;

/** The rail of 10,000 sessions, scrolled from end to end, and panels opened from it. Resolves with Markdown. */
export async function benchRail() {
  const browser = await openBrowser("rail");
  if (!browser) return null;
  const workspace = join(temporaryFolder("rail"), "workspace");
  console.error(`rail: ${SESSIONS} sessions …`);
  createSessions(workspace, SESSIONS);
  const server = await startServer(workspace);
  const page = await openPage(await newContext(browser), server.link);

  console.error("rail: scrolling …");
  const frames = await page.evaluate(scrollThrough);
  console.error("rail: opening panels …");
  const presses = [];
  // The first one loads the panel's script, and counts like the others: it is one of nine.
  for (const id of (await rowsOf(page)).slice(-PRESSES)) presses.push(await pressRow(page, id));

  const [shown, read] = ["shown", "read"].map((name) => presses.map((press) => press[name]));
  const long = frames.filter((frame) => frame > LONG_MS).length;
  return [
    markdownTable(
      ["rows", "frames", "p50, ms", "p95, ms", "longest, ms", `over ${LONG_MS} ms`],
      [
        [SESSIONS, frames.length].map(count).concat(
          [0.5, 0.95, 1].map((share) => percentile(frames, share).toFixed(1)),
          count(long),
        ),
      ],
    ),
    markdownTable(
      ["panels opened", "panel there, p50, ms", "longest, ms", "first document there, p50, ms", "longest, ms"],
      [
        [
          count(presses.length),
          ...[shown, read].flatMap((list) => [percentile(list, 0.5), percentile(list, 1)].map(ms)),
        ],
      ],
    ),
  ].join("\n\n");
}

/** Runs in the page: scrolls the rail to its end, sixteen rows a frame. How long each frame took, in ms. */
export function scrollThrough() {
  const STEP = 864;
  const LIMIT_MS = 60_000;
  const scroller = document.querySelector("nav ul").parentElement;
  scroller.scrollTop = 0;
  return new Promise((resolve) => {
    const frames = [];
    let begun = null;
    let last = null;
    requestAnimationFrame(function step(now) {
      if (last !== null) frames.push(now - last);
      begun ??= now;
      last = now;
      const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      if (atEnd || now - begun > LIMIT_MS) return resolve(frames);
      scroller.scrollTop += STEP;
      requestAnimationFrame(step);
    });
  });
}
