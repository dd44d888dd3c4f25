import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import config from "../../playwright.config.ts";
import { whenDone } from "./closing.mjs";

const BUILT = fileURLToPath(new URL("../../frontend/dist/index.html", import.meta.url));

/** The browser of the end-to-end tests; null, and a line that says why, where there is none or no page to show. */
export async function openBrowser(bench) {
  if (!existsSync(BUILT)) return skip(bench, "the page is not built. Run `npm run build`.");
  // A signal is the bench's to answer: the browser would end the process with it, and leave all else open.
  const own = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  try {
    const browser = await chromium.launch({ ...config.use.launchOptions, ...own });
    whenDone(() => browser.close());
    return browser;
  } catch (error) {
    const [why] = error.message.split("\n");
    return skip(bench, `no browser starts (${why}). Install Chromium, or set CHROMIUM to its path.`);
  }
}

function skip(bench, why) {
  console.error(`${bench}: skipped, because ${why}`);
  return null;
}

/** A browser that knows nothing yet, in the tests' language, time and size. */
export function newContext(browser) {
  const { locale, timezoneId, viewport } = config.use;
  return browser.newContext({ locale, timezoneId, viewport });
}

/** A page with the rail's first rows on it. */
export async function openPage(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("[id^=session-row-]").first().waitFor({ timeout: 60_000 });
  return page;
}

/**
 * Presses a session's row, in the page itself so that nothing else is timed: how long until its panel is there, and until
 * that shows its first document, in ms.
 */
export function pressRow(page, id) {
  return page.evaluate(async (session) => {
    const row = document.getElementById(`session-row-${session}`);
    const panel = () => document.querySelector(`section[aria-labelledby]:has(h2)`);
    const until = (isThere) =>
      new Promise((resolve, reject) => {
        const begun = performance.now();
        const look = (now) => {
          if (isThere()) resolve(performance.now());
          else if (now - begun > 60_000) reject(new Error(`no panel for ${session}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    const begun = performance.now();
    row.click();
    const isIt = () => new URL(location.href).searchParams.get("panel") === session && panel() !== null;
    const shown = (await until(isIt)) - begun;
    const read = (await until(() => isIt() && panel().querySelector("article") !== null)) - begun;
    return { shown, read };
  }, id);
}

/** The sessions whose rows are in the page, with a name, from the top. */
export const rowsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[id^=session-row-]")].map(({ id }) => id.slice("session-row-".length)),
  );
