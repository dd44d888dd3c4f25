import type { Page, Response } from "@playwright/test";
import type { Context, RunAnswer } from "@thothii/backend/api/agents";
import type { Terminal, TerminalTranscript } from "@thothii/backend/api/terminals";
import { presets } from "../../../backend/src/agents/presets.ts";
import { forking } from "../../../backend/test/agents-real/installed-agents.ts";
import { ASK, knows, tell } from "../../../backend/test/agents-real/scripted-model.ts";
import { sessionFingerprint } from "../../../backend/test/agents-real/session-fingerprint.ts";
import { expect } from "../app.ts";
import { chat } from "../page.ts";
import { test } from "./real-agents.ts";

const wanted = process.env.THOTH_AGENTS?.split(",") ?? [];
/** Programs of some hundred megabytes, on a slow machine. */
const TURN_MS = 120_000;
/** From a key to the screen. */
const ECHO_MS = 20_000;
const NOTE = "Only say the codeword.";

type Name = (typeof forking)[number];

const labelOf = (name: Name) => presets[name]?.config.label ?? name;
/** What shows a terminal, by its id. */
const pane = (page: Page, id: string) => chat(page).locator(`[role=tabpanel][id$="${id}"]`);
/** What is on the screen, as it is read out, its lines in one. */
const shown = async (page: Page, id: string) =>
  (await pane(page, id).locator(".xterm-accessibility-tree > div").allTextContents()).join(" ").replaceAll(/\s+/g, " ");

const get = async <T>(page: Page, path: string): Promise<T> =>
  (await page.request.get(new URL(path, page.url()).href)).json();

/** Waits until the program has drawn itself and is still, as a person does before typing. */
async function isReady(page: Page, id: string) {
  let last = "";
  await expect
    .poll(
      async () => {
        const before = last;
        last = await shown(page, id);
        return last.length > 80 && last === before;
      },
      { timeout: TURN_MS, intervals: [1500] },
    )
    .toBe(true);
}

/** All that the page has sent to terminals as typed, without what a terminal says of its focus. */
function watchTyped(page: Page): () => string {
  let typed = "";
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const frame = typeof payload === "string" ? JSON.parse(payload) : {};
      if (frame.type === "input" && !/^.\[[IO]$/.test(frame.data)) typed += frame.data;
    }),
  );
  return () => typed;
}

/**
 * Types into the terminal, once more where the program loses it: some draw their input before it is the one they keep.
 * That the page lost none of it is looked at each time.
 */
async function say(page: Page, id: string, text: string, typed: () => string) {
  await isReady(page, id);
  for (let left = 2; ; left--) {
    const before = typed().length;
    await pane(page, id).locator(".xterm-helper-textarea").focus();
    await page.keyboard.type(text, { delay: 5 });
    await expect.poll(() => typed().slice(before)).toBe(text);
    const appeared = expect.poll(() => shown(page, id), { timeout: ECHO_MS }).toContain(text.slice(0, 20));
    const isThere = await appeared.then(
      () => true,
      (error) => {
        if (left === 0) throw error;
        return false;
      },
    );
    if (isThere) break;
    test.info().annotations.push({ type: "typed again", description: text });
  }
  await page.keyboard.press("Enter");
}

/** Between two lines of a narrow pane stands what a program draws at their ends: a frame, the time. */
function inNarrowLines(text: string): RegExp {
  const words = text.split(" ").map((word) => word.replaceAll(/[^\w-]/g, "\\$&"));
  return new RegExp(words.join("[^.]{1,40}?"));
}

/** Waits until that is on the screen and in the agent's own store, surely this terminal's; the id of the session. */
async function hears(page: Page, id: string, text: string): Promise<string> {
  await expect.poll(() => shown(page, id), { timeout: TURN_MS }).toMatch(inNarrowLines(text));
  await expect
    .poll(
      async () => {
        const { source, text: kept } = await get<TerminalTranscript>(page, `/terminals/${id}/transcript?chars=20000`);
        return [source, kept.includes(text)];
      },
      { timeout: TURN_MS },
    )
    .toEqual(["store", true]);
  const terminal = (await get<Terminal[]>(page, "/terminals")).find((one) => one.id === id);
  return terminal?.agentSessionId ?? "";
}

async function choose(page: Page, id: string, item: string | RegExp) {
  await pane(page, id).getByRole("button", { name: "Continua o biforca" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const answerTo = (page: Page, path: string) =>
  page.waitForResponse((response: Response) => new URL(response.url()).pathname === path, { timeout: TURN_MS });

const promptOf = ({ argv }: RunAnswer) => argv.find((argument) => argument.includes("Continue earlier work")) ?? "";

for (const [i, name] of forking.entries()) {
  const next = forking[(i + 1) % forking.length] ?? "claude";
  const codeword = `PETREL-${4400 + i}`;

  test(`${name}: a fork and ${next} know the codeword, and the source is as it was`, async ({ agents, page }) => {
    test.skip(!wanted.includes("all") && !wanted.includes(name), "not asked for");
    test.setTimeout(TURN_MS * 4);
    const { app, home, thoth } = agents;
    const typed = watchTyped(page);
    await page.addInitScript(() => localStorage.setItem("thoth.terminal.screenReader", "on"));
    await page.goto(app.url);

    const started = async () => {
      const answer = await answerTo(page, "/agents/run");
      return (await answer.json()) as RunAnswer;
    };

    await chat(page).getByRole("button", { name: "Nuovo terminale" }).click();
    await page.getByRole("menuitem", { name: labelOf(name), exact: true }).click();
    await expect(page).toHaveURL(/[?&]term=/);
    const from = new URL(page.url()).searchParams.get("term") ?? "";
    await say(page, from, tell(codeword), typed);
    const source = await hears(page, from, `I keep ${codeword} in mind.`);
    const fingerprint = () => sessionFingerprint(name, source, { home, project: app.workspace });
    const before = fingerprint();

    const forked = started();
    await choose(page, from, "Biforca la sessione");
    const fork = (await forked).terminal.id;
    await expect(pane(page, fork)).toBeVisible();
    await say(page, fork, ASK, typed);
    expect(await hears(page, fork, knows(codeword))).not.toBe(source);
    expect(fingerprint()).toBe(before);

    const shownContext = answerTo(page, "/agents/context");
    await choose(page, from, "Continua con un altro agente");
    const dialog = page.getByRole("dialog");
    const { context, source: kind }: Context = await (await shownContext).json();
    expect(kind).toBe("store");
    await expect(dialog.getByRole("textbox", { name: "Contesto che riceverà" })).toHaveValue(context);
    await dialog.getByRole("combobox", { name: "Agente" }).selectOption({ label: labelOf(next) });
    await dialog.getByRole("textbox", { name: /^Nota/ }).fill(NOTE);
    const handedOver = started();
    await dialog.getByRole("button", { name: "Continua", exact: true }).click();
    const answer = await handedOver;
    const handed = promptOf(answer);
    expect(handed).toContain(context);
    await expect(pane(page, answer.terminal.id)).toBeVisible();
    await hears(page, answer.terminal.id, knows(codeword));

    const byCommand = await thoth("agents", "create", "--agent", next, "--from-terminal", from, "--note", NOTE);
    expect(promptOf(byCommand)).toBe(handed);
    expect(fingerprint()).toBe(before);
  });
}
