import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { server, startServer } from "../testing/server.ts";
import { badged, showIconBadge } from "./icon-badge.ts";

startServer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect/></svg>\n';
const icon = () => decodeURIComponent(document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "");

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg" />';
});
afterEach(() => {
  document.head.innerHTML = "";
});

test("the icon carries the count, and is plain again when none waits", async () => {
  server.use(http.get("/icon.svg", () => HttpResponse.error(), { once: true }));
  await showIconBadge(2);
  expect(icon()).toMatch(/\/icon\.svg$/);
  server.use(http.get("/icon.svg", () => HttpResponse.text(svg)));
  await showIconBadge(3);
  expect(icon()).toMatch(/^data:image\/svg\+xml,.*>3<\/text><\/svg>$/);
  await showIconBadge(0);
  expect(icon()).toMatch(/\/icon\.svg$/);
});

test("a count that was overtaken while the icon loaded is not shown", async () => {
  server.use(http.get("/icon.svg", () => HttpResponse.text(svg)));
  await Promise.all([showIconBadge(4), showIconBadge(5)]);
  expect(icon()).toContain(">5</text>");
});

test("the mark comes last in the drawing, and more than nine are 9+", () => {
  const parsed = new DOMParser().parseFromString(badged(svg, 12), "image/svg+xml");
  expect(parsed.querySelector("parsererror")).toBe(null);
  expect(parsed.documentElement.lastElementChild?.textContent).toBe("9+");
});
