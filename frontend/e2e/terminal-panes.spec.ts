import { expect } from "./app.ts";
import { chat, findings } from "./page.ts";
import { field, openNew, pane, panes, tab, test } from "./terminal-page.ts";

test("up to four panes: opened, gone to, sized and closed by the keyboard, and kept over a reload", async ({
  open,
}) => {
  const page = await open();
  await openNew(page, "Shell");
  await chat(page).getByRole("button", { name: "Affianca" }).click();
  await expect(panes(page)).toHaveCount(2);
  await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await chat(page).getByRole("button", { name: "A tutta larghezza" }).click();
  await expect(panes(page)).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+Shift+E");
  await expect(pane(page, "Shell \\(2\\)")).toBeVisible();
  await page.keyboard.type("echo a destra $((1 + 1))\n");
  await expect(pane(page, "Shell \\(2\\)")).toContainText("a destra 2");
  await page.keyboard.press("Control+Shift+O");
  await expect(pane(page, "Shell \\(3\\)")).toBeVisible();
  await page.keyboard.type("echo sotto $((1 + 2))\n");
  await expect(pane(page, "Shell \\(3\\)")).toContainText("sotto 3");

  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.type("echo a sinistra $((1 + 3))\n");
  await expect(pane(page, "Shell")).toContainText("a sinistra 4");
  await expect(tab(page, "Shell").first()).toHaveAttribute("tabindex", "0");

  const height = chat(page).getByRole("separator", { name: "Altezza dei riquadri" });
  await height.focus();
  await page.keyboard.press("ArrowUp");
  await expect(height).toHaveAttribute("aria-valuenow", "46");
  const width = chat(page).getByRole("separator", { name: "Larghezza dei riquadri" });
  const from = await width.boundingBox();
  const whole = await chat(page).boundingBox();
  if (!from || !whole) throw new Error("the line was expected to be there");
  await page.mouse.move(from.x, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + whole.width * 0.1, from.y + 60, { steps: 3 });
  await page.mouse.up();
  await expect(width).toHaveAttribute("aria-valuenow", "60");

  const second = pane(page, "Shell \\(2\\)").locator(".xterm-helper-textarea");
  await second.focus();
  await page.reload();
  await expect(panes(page)).toHaveCount(3);
  await expect(second).toBeFocused();
  await expect(height).toHaveAttribute("aria-valuenow", "46");
  await expect(width).toHaveAttribute("aria-valuenow", "60");
  await expect(pane(page, "Shell \\(3\\)")).toContainText("sotto 3");

  // With no room for two, one; and all as they were once there is again.
  await page.setViewportSize({ width: 400, height: 850 });
  await expect(panes(page)).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(panes(page)).toHaveCount(3);

  await pane(page, "Shell \\(3\\)").locator(".xterm-helper-textarea").focus();
  await page.keyboard.press("Control+Shift+X");
  await expect(panes(page)).toHaveCount(2);
  await expect(tab(page, "Shell (3)")).toHaveAccessibleName(/In esecuzione/);
});

test("a tab is put into a pane: by dragging it there, and by its menu", async ({ open }) => {
  const page = await open();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openNew(page, "Shell");
  await openNew(page, "Claude Code");
  await tab(page, "Shell").dragTo(pane(page, "Claude Code"), { targetPosition: { x: 20, y: 300 } });
  await expect(panes(page)).toHaveCount(2);
  const left = await pane(page, "Shell").boundingBox();
  const right = await pane(page, "Claude Code").boundingBox();
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  await expect(pane(page, "Shell").locator(".xterm-helper-textarea")).toBeFocused();

  await tab(page, "Chat").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Mostra sotto" }).click();
  await expect(panes(page)).toHaveCount(3);
  await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeFocused();
  await tab(page, "Claude Code").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Mostra qui" }).click();
  await expect(pane(page, "Claude Code").locator(".xterm-helper-textarea")).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await pane(page, "Claude Code").getByRole("button", { name: "A tutta larghezza" }).click();
  await expect(panes(page)).toHaveCount(1);
});
