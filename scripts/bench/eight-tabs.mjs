import { newContext, openBrowser, openPage, pressRow } from "./browser.mjs";
import { temporaryFolder } from "./closing.mjs";
import { count, markdownTable, median, ms } from "./measures.mjs";
import { createDemo, startServer } from "./server.mjs";

const TABS = 8;
const CHANGES = 5;

/** Eight tabs of one browser: how soon each answers, and how soon a change made in one is in all. Resolves with Markdown. */
export async function benchEightTabs() {
  const browser = await openBrowser("eight-tabs");
  if (!browser) return null;
  const { workspace, sessions } = await createDemo(temporaryFolder("tabs"));
  const readable = sessions.filter(({ archived, error }) => !archived && !error);
  const server = await startServer(workspace);
  const context = await newContext(browser);
  console.error(`eight tabs: opening …`);
  const pages = [await openPage(context, server.link)];
  while (pages.length < TABS) pages.push(await openPage(context, `${server.origin}/`));

  const presses = [];
  for (const [index, page] of pages.entries()) {
    await page.bringToFront();
    presses.push(await pressRow(page, readable[index % readable.length].id));
  }
  const changes = [];
  for (let change = 0; change < CHANGES; change += 1) {
    console.error(`eight tabs: change ${change + 1} of ${CHANGES} …`);
    changes.push(await rename(pages, change, readable[change].id, `Nome ${change}`));
  }

  const row = (name, list) => [name, count(list.length), ms(median(list)), ms(Math.max(...list))];
  return markdownTable(
    ["", "times", "median, ms", "longest, ms"],
    [
      row(
        "click → panel there",
        presses.map(({ shown }) => shown),
      ),
      row(
        "click → first document there",
        presses.map(({ read }) => read),
      ),
      row(
        "Enter → in the tab itself",
        changes.map(({ own }) => own),
      ),
      row(
        "Enter → in all eight",
        changes.map(({ all }) => all),
      ),
    ],
  );
}

/** Renames a session in one tab, with the keys. How long from Enter until that tab, and all of them, show it, in ms. */
async function rename(pages, index, id, name) {
  const page = pages[index];
  await page.bringToFront();
  const seen = await Promise.all(pages.map((tab) => tab.evaluateHandle(watchName, { id, name })));
  await page.locator(`[id="session-row-${id}"]`).focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(name);
  const entered = await page.evaluateHandle(() => ({
    at: new Promise((resolve) => {
      const stamp = () => resolve(performance.timeOrigin + performance.now());
      addEventListener("keydown", stamp, { capture: true, once: true });
    }),
  }));
  await page.keyboard.press("Enter");
  const begun = await entered.evaluate(({ at }) => at);
  const times = await Promise.all(seen.map((handle) => handle.evaluate(({ at }) => at)));
  return { own: times[index] - begun, all: Math.max(...times) - begun };
}

/** Runs in a page: `at` resolves with the time at which a row has that name, in ms of the wall clock. */
function watchName({ id, name }) {
  const at = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} is not shown`)), 60_000);
    const observer = new MutationObserver(() => {
      if (document.getElementById(`session-row-${id}`)?.textContent !== name) return;
      observer.disconnect();
      clearTimeout(late);
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  return { at };
}
