import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { problems } from "./problem.ts";
import { staticFiles } from "./static-files.ts";

async function page(files: Record<string, string>) {
  const root = join(await temporaryFolder(), "dist");
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const app = Fastify();
  onTestFinished(() => app.close());
  problems(app);
  await app.register(staticFiles, { root });
  return { root, get: (url: string, headers = {}) => app.inject({ url, headers }) };
}

const built = {
  "index.html": "<!doctype html><p>page",
  "assets/main-abc123.js": "1",
  "icon.svg": "<svg/>",
  "before-paint.js": "2",
  "secret.env": "3",
  ".hidden": "4",
};

test("the page is asked for anew each time, its hashed files never again", async () => {
  const { get } = await page(built);
  const shell = await get("/");
  expect([shell.statusCode, shell.headers["cache-control"], shell.body]).toEqual([
    200,
    "no-cache",
    built["index.html"],
  ]);
  expect(shell.headers["content-type"]).toBe("text/html; charset=utf-8");
  const asset = await get("/assets/main-abc123.js");
  expect([asset.statusCode, asset.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect((await get("/", { "if-none-match": shell.headers.etag })).statusCode).toBe(304);
});

test("an asset that the build has packed is sent packed to who takes it, and plain to others", async () => {
  const { get } = await page({ ...built, "assets/main-abc123.js.br": "packed" });
  const packed = await get("/assets/main-abc123.js", { "accept-encoding": "gzip, br" });
  expect([
    packed.body,
    packed.headers["content-encoding"],
    packed.headers["content-type"],
    packed.headers.vary,
  ]).toEqual(["packed", "br", "application/javascript; charset=utf-8", "accept-encoding"]);
  expect(packed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const plain = await get("/assets/main-abc123.js", { "accept-encoding": "identity" });
  expect([plain.body, plain.headers["content-encoding"]]).toEqual(["1", undefined]);
});

test("the few files beside it are served, and nothing else", async () => {
  const { get } = await page(built);
  expect((await get("/icon.svg")).headers["content-type"]).toBe("image/svg+xml");
  expect((await get("/before-paint.js")).body).toBe("2");
  for (const url of ["/secret.env", "/.hidden", "/index.html", "/none.svg", "/assets/", "/assets/none.js", "/assets"])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});

test("a page that is not built says how to build it, and is there once it is", async () => {
  const { get, root } = await page({});
  const missing = await get("/");
  expect([missing.statusCode, missing.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  expect(missing.body).toContain("npm run build");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "index.html"), "built");
  expect((await get("/")).body).toBe("built");
});
