import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import WebSocket from "ws";
import { type AtEnd, buildServer, type ServerSetup, shared, type TestServer, TOKEN } from "../../test/helper.ts";

/** A server that listens, and what a browser that opened its link holds. */
async function openWith(setup: ServerSetup = {}, atEnd?: AtEnd) {
  const server = await buildServer(setup, atEnd);
  const url = await server.listen();
  const host = new URL(url).host;
  const login = await server.bare({ url: `/?token=${TOKEN}` });
  const cookie = String(login.headers["set-cookie"]).split(";", 1)[0] ?? "";
  return { ...server, url, host, port: new URL(url).port, cookie };
}

const code = (response: { body: string }) => (response.body === "" ? "" : JSON.parse(response.body).code);

/** Opens a socket and says how that went: the status of a refusal, or `open`. */
function handshake(url: string, headers: Record<string, string>, path = "/live"): Promise<number | "open"> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, { headers });
    socket.on("open", () => {
      socket.close();
      resolve("open");
    });
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", (error) => {
      if (socket.readyState !== WebSocket.CLOSING) reject(error);
    });
  });
}

/** Sends bytes as they are; what comes back until the line is closed. */
function raw(port: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" ? resolve(answer) : reject(error),
    );
  });
}

describe("1. the Host is one of ours with our port", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test("127.0.0.1, localhost and [::1] are", async () => {
    const { bare, port } = open();
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
      expect([name, (await bare({ url: "/healthz", headers: { host: `${name}:${port}` } })).statusCode]).toEqual([
        name,
        200,
      ]);
  });

  test.each([
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost:80",
    "127.0.0.1.evil.example:PORT",
    "localhost.:PORT",
    "a@127.0.0.1:PORT",
    "",
    "127.0.0.1:PORT/x",
    "0.0.0.0:PORT",
    "127.1:PORT",
    "2130706433:PORT",
  ])("%s is not: 421 before anything else, the token and public routes included", async (name) => {
    const { bare, port } = open();
    const host = name.replace("PORT", port);
    for (const url of ["/healthz", "/", `/?token=${TOKEN}`, "/sessions", "/nowhere"]) {
      const answer = await bare({ url, headers: { host, authorization: `Bearer ${TOKEN}` } });
      expect([url, answer.statusCode, code(answer), answer.headers["set-cookie"]]).toEqual([
        url,
        421,
        "wrong-host",
        undefined,
      ]);
    }
  });

  test("upgrades and addresses that can't be decoded are checked too", async () => {
    const { url, port } = open();
    const headers = { host: `evil.example:${port}`, authorization: `Bearer ${TOKEN}` };
    expect(await handshake(url, headers)).toBe(421);
    expect(await raw(port, "GET /%zz HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 421 /,
    );
  });

  test("allowed hosts are, with our port or the one that was allowed", async () => {
    const { bare, port } = await openWith({ env: { THOTH_ALLOWED_HOSTS: "thoth.lan, proxy.lan:443" } });
    const status = async (headers: InjectOptions["headers"]) => (await bare({ url: "/healthz", headers })).statusCode;
    expect(await status({ host: `thoth.lan:${port}` })).toBe(200);
    expect(await status({ host: "thoth.lan:1" })).toBe(421);
    expect(await status({ host: "proxy.lan" })).toBe(200);
    expect(await status({ host: "proxy.lan", origin: "https://proxy.lan" })).toBe(200);
    expect(await status({ host: "proxy.lan", origin: "https://thoth.lan" })).toBe(403);
  });
});

describe("2. a present Origin is ours and equals the Host", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test.each([
    "null",
    "http://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://localhost:PORT",
    "https://127.0.0.1:PORT",
    "http://127.0.0.1:PORT.evil.example",
    "file://",
    "",
    "chrome-extension://abc",
  ])("%j is refused, reads and the login included", async (name) => {
    const { bare, port } = open();
    const origin = name.replace("PORT", port);
    const headers = { origin, authorization: `Bearer ${TOKEN}` };
    for (const options of [
      { url: "/healthz" },
      { url: "/sessions" },
      { method: "POST", url: "/login", payload: { token: TOKEN } },
      { method: "POST", url: "/sessions/s-1/archive" },
    ] as const) {
      const answer = await bare({ ...options, headers });
      expect([answer.statusCode, code(answer)]).toEqual([403, "origin-refused"]);
    }
  });

  test("our own passes, and no answer has a CORS header", async () => {
    const { bare, url } = open();
    for (const method of ["GET", "OPTIONS", "POST"] as const) {
      const answer = await bare({
        method,
        url: "/sessions",
        headers: { origin: url, authorization: `Bearer ${TOKEN}` },
      });
      expect(answer.statusCode).not.toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("a socket by cookie must carry our Origin, one by token need not", async () => {
    const { url, host, cookie } = open();
    expect(await handshake(url, { host, cookie })).toBe(403);
    expect(await handshake(url, { host, cookie, origin: "http://evil.example" })).toBe(403);
    expect(await handshake(url, { host, cookie, origin: "null" })).toBe(403);
    expect(await handshake(url, { host, cookie, "sec-fetch-site": "same-origin" })).toBe(403);
    expect(await handshake(url, { host, cookie, origin: url })).toBe("open");
    expect(await handshake(url, { host, authorization: `Bearer ${TOKEN}` })).toBe("open");
    expect(await handshake(url, { host })).toBe(401);
    expect(await handshake(url, { host, origin: url }, `/live?token=${TOKEN}`)).toBe(401);
  });

  test("a terminal's socket too; whether a terminal is there only those hear who may", async () => {
    const { url, host, cookie } = open();
    const path = "/terminals/t-none/attach";
    const refused: Record<string, string>[] = [
      { cookie },
      { cookie, origin: "http://evil.example" },
      { cookie, origin: "null" },
      { cookie, "sec-fetch-site": "same-origin" },
      { origin: "http://evil.example", authorization: `Bearer ${TOKEN}` },
    ];
    for (const headers of refused)
      expect([headers, await handshake(url, { host, ...headers }, path)]).toEqual([headers, 403]);
    expect(await handshake(url, { host, origin: url }, path)).toBe(401);
    expect(await handshake(url, { host }, `${path}?token=${TOKEN}`)).toBe(401);
    expect(await handshake(url, { host: `evil.example:${new URL(url).port}`, cookie, origin: url }, path)).toBe(421);
    expect(await handshake(url, { host, cookie, origin: url }, path)).toBe(404);
    expect(await handshake(url, { host, authorization: `Bearer ${TOKEN}` }, path)).toBe(404);
    expect(await handshake(url, { host, authorization: `Bearer ${TOKEN}` }, "/terminals/..%2f..%2fx/attach")).toBe(400);
  });
});

describe("3. every route needs the token", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test("every one that is registered, but for the shell, the login and the sign of life", async () => {
    const { app, bare } = open();
    const paths = (app as unknown as { swagger(): { paths: Record<string, Record<string, unknown>> } }).swagger().paths;
    const open_ = new Set(["GET /healthz", "POST /login"]);
    let checked = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const name = `${method.toUpperCase()} ${path}`;
        if (open_.has(name)) continue;
        const url = path.replaceAll(/\{\w+\}/g, "x");
        const answer = await bare({ method: method.toUpperCase() as "GET", url });
        expect([name, answer.statusCode, code(answer)]).toEqual([name, 401, "unauthorized"]);
        checked++;
      }
    expect(checked).toBeGreaterThan(15);
    expect((await bare({ url: "/nowhere" })).statusCode).toBe(401);
    expect((await bare({ url: "/healthz" })).json()).toEqual({ status: "ok" });
    expect([200, 503]).toContain((await bare({ url: "/" })).statusCode);
  });

  test.each(["", "wrong", `${TOKEN}x`, TOKEN.slice(1), ` ${TOKEN}`, "Ünïcödé", "x".repeat(8000)])(
    "the wrong token %j lets nobody in, by header, cookie, login or link",
    async (token) => {
      const { bare, port } = open();
      const tries: InjectOptions[] = [
        { url: "/sessions", headers: { authorization: `Bearer ${Buffer.from(token).toString("latin1")}` } },
        { url: "/sessions", headers: { cookie: `thoth-${port}=${encodeURIComponent(token)}` } },
        { url: `/sessions?token=${encodeURIComponent(token)}` },
      ];
      for (const options of tries) expect((await bare(options)).statusCode).toBe(401);
      const login = await bare({ method: "POST", url: "/login", payload: { token } });
      expect([login.statusCode, login.headers["set-cookie"]]).toEqual([token.length > 512 ? 400 : 401, undefined]);
      const link = await bare({ url: `/?token=${encodeURIComponent(token)}` });
      expect([link.statusCode, link.headers.location, link.headers["set-cookie"]]).toEqual([303, "/", undefined]);
    },
  );

  test("opening the link sets a cookie that holds no token, and takes the token out of the address", async () => {
    const { bare, port } = open();
    const answer = await bare({ url: `/?chat=s-1&token=${TOKEN}&lang=en` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/?chat=s-1&lang=en"]);
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(new RegExp(`^thoth-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(cookie).not.toContain(TOKEN);
    const entered = await bare({ url: "/sessions", headers: { cookie: cookie.split(";", 1)[0] } });
    expect(entered.statusCode).toBe(200);
  });

  test("the login trades the token for the same cookie", async () => {
    const { bare, url } = open();
    const answer = await bare({ method: "POST", url: "/login", payload: { token: TOKEN }, headers: { origin: url } });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    const cookie = String(answer.headers["set-cookie"]).split(";", 1)[0];
    expect((await bare({ url: "/sessions", headers: { cookie } })).statusCode).toBe(200);
  });

  test("the token itself is no cookie, and a cookie of another server or port is none", async () => {
    const { bare, port, cookie } = open();
    const value = cookie.split("=")[1];
    for (const text of [
      `thoth-${port}=${TOKEN}`,
      `thoth-1=${value}`,
      `thoth=${value}`,
      `thoth-${port}=${"A".repeat(43)}`,
    ])
      expect((await bare({ url: "/sessions", headers: { cookie: text } })).statusCode).toBe(401);
  });

  test("no secret is in the log, whatever fails", async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const { bare, url, cookie } = await openWith({ log });
    await bare({ url: `/sessions/s-1?token=${TOKEN}`, headers: { authorization: `Bearer ${TOKEN}`, cookie } });
    await bare({ url: `/nowhere?token=${TOKEN}`, headers: { authorization: `Bearer ${TOKEN}` } });
    await bare({ url: "/%zz", headers: { authorization: `Bearer ${TOKEN}` } });
    await bare({ method: "POST", url: "/login", payload: { token: `${TOKEN}x` } });
    await handshake(url, { host: new URL(url).host, authorization: `Bearer ${TOKEN}`, origin: url });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("")).not.toContain(TOKEN);
    expect(lines.join("")).not.toContain(cookie.split("=")[1]);
  });
});

describe("4. a change by cookie comes from our page", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test.each([
    [{}, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ origin: "OURS" }, 200],
    [{ origin: "OURS", "sec-fetch-site": "same-origin" }, 200],
    [{ origin: "null", "sec-fetch-site": "same-origin" }, 403],
  ])("%j: %i", async (given, status) => {
    const { bare, cookie, url } = open();
    const headers = JSON.parse(JSON.stringify(given).replace("OURS", url));
    const change = await bare({ method: "POST", url: "/sessions/s-1/archive", headers: { ...headers, cookie } });
    expect(change.statusCode).toBe(status);
    const removal = await bare({ method: "DELETE", url: "/sessions/s-1", headers: { ...headers, cookie } });
    expect(removal.statusCode).toBe(status === 200 ? 204 : 403);
    // What is asked for passes the check, and is refused for what it is.
    const terminal = await bare({ method: "POST", url: "/terminals", payload: {}, headers: { ...headers, cookie } });
    expect(terminal.statusCode).toBe(status === 200 ? 400 : 403);
    const end = await bare({ method: "DELETE", url: "/terminals/t-none", headers: { ...headers, cookie } });
    expect(end.statusCode).toBe(status === 200 ? 404 : 403);
  });

  test("by token it needs neither, and a read by cookie neither", async () => {
    const { bare, cookie } = open();
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await bare({ method: "POST", url: "/sessions/s-1/archive", headers })).statusCode).toBe(200);
    expect((await bare({ url: "/sessions", headers: { cookie } })).statusCode).toBe(200);
  });
});

describe("5. ids are checked after decoding", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  const hostile = [
    "%2e%2e%2f",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%2Fetc%2Fpasswd",
    "a%00b",
    "%00",
    "a".repeat(4096),
    "a%20b",
    ".hidden",
    "-rf",
    "--help",
    "a..b",
    "%E2%80%A8",
    "a%0Ab",
    "%F0%9F%98%80",
    "%25%32%65",
    "a%5Cb",
    "~",
    "*",
  ];

  const routes = [
    ["GET", ""],
    ["GET", "/documents"],
    ["GET", "/documents/question"],
    ["POST", "/rename"],
    ["POST", "/archive"],
    ["POST", "/seen"],
    ["POST", "/fork"],
    ["DELETE", ""],
  ] as const;

  // Over the wire: a client's library would tidy up some of these addresses first.
  test.each(hostile)("%s is refused before the harness hears of it", async (id) => {
    const { port, calls } = open();
    const send = (method: string, path: string) =>
      raw(
        port,
        `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${TOKEN}\r\n` +
          "content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
      );
    for (const [method, rest] of routes)
      expect(await send(method, `/sessions/${id}${rest}`)).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(await send("GET", `/sessions/${id}`)).toContain('"code":"invalid-id"');
    expect(await calls()).toEqual([]);
  });

  test.each(["../x", "--workspace=/tmp", "--help", "a b", "a\0b", "x".repeat(129)])(
    "the topic of session %j too",
    async (id) => {
      const { url, calls } = await openWith();
      const socket = new WebSocket(`${url.replace("http", "ws")}/live`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      await once(socket, "open");
      socket.send(JSON.stringify({ type: "subscribe", topic: `session:${id}` }));
      const [frame] = await once(socket, "message");
      expect(JSON.parse(String(frame))).toMatchObject({ id: "", event: "problem", data: { code: "invalid-id" } });
      expect(await calls()).toEqual([]);
      socket.close();
    },
  );

  test.each(["../x", "%2e%2e%2f", "a%00b", "k".repeat(4096)])("the document's key %s too", async (key) => {
    const server = open();
    expect((await server.ask("GET", `/sessions/s-1/documents/${key}`)).status).toBeGreaterThanOrEqual(400);
    expect(await server.calls()).toEqual([]);
  });

  test.each([
    "/../../etc/passwd",
    "/assets/../../../package.json",
    "/assets/%2e%2e%2f%2e%2e%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/assets/%00",
  ])("no file outside the page: %s", async (path) => {
    const { port } = open();
    const answer = await raw(port, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answer).not.toContain("root:");
    expect(answer).not.toContain("dependencies");
  });
});

describe("6. every answer carries the headers", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test.each(["/", "/healthz", "/sessions", "/nowhere", "/assets/none.js", "/%zz", `/?token=${TOKEN}`])(
    "%s",
    async (url) => {
      const { bare } = open();
      const { headers } = await bare({ url });
      expect(headers).toMatchObject({
        "content-security-policy":
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      });
    },
  );
});

describe("8. bodies are bounded and strict", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  test.each([
    ["more than 1 MiB", { payload: JSON.stringify({ name: "x".repeat(1_100_000) }) }, 413, "body-too-large"],
    ["a form", { payload: "name=x", type: "application/x-www-form-urlencoded" }, 415, "unsupported-media-type"],
    [
      "plain text, as a page elsewhere may send",
      { payload: '{"name":"x"}', type: "text/plain" },
      415,
      "unsupported-media-type",
    ],
    ["no JSON", { payload: "{" }, 400, "invalid-request"],
    ["nothing", { payload: "" }, 400, "invalid-request"],
    ["an array", { payload: "[]" }, 400, "invalid-request"],
    ["null for the name", { payload: '{"name":null}' }, 400, "invalid-request"],
    ["a number for the name", { payload: '{"name":1}' }, 400, "invalid-request"],
    ["a member too many", { payload: '{"name":"x","archived":true}' }, 400, "invalid-request"],
    ["no member", { payload: "{}" }, 400, "invalid-request"],
    ["a poisoned prototype", { payload: '{"name":"x","__proto__":{"a":1}}' }, 400, "invalid-request"],
  ] as const)("%s", async (_name, { payload, ...more }, status, expected) => {
    const server = open();
    const answer = await server.bare({
      method: "POST",
      url: "/sessions/s-1/rename",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "type" in more ? more.type : "application/json" },
      payload,
    });
    expect([answer.statusCode, code(answer)]).toEqual([status, expected]);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(await server.calls()).toEqual([]);
  });

  test.each(["gzip", "br", "deflate", "x-unknown", "gzip, gzip"])(
    "a body packed as %s, which might be a bomb",
    async (encoding) => {
      const server = open();
      const headers = { "content-encoding": encoding, "content-type": "application/json" };
      const payload = gzipSync(JSON.stringify({ name: " ".repeat(50_000_000) }));
      const authorization = `Bearer ${TOKEN}`;
      const url = "/sessions/s-1/rename";
      const answer = await server.bare({ method: "POST", url, headers: { ...headers, authorization }, payload });
      expect([answer.statusCode, code(answer)]).toEqual([415, "unsupported-media-type"]);
    },
  );

  test("an unknown member of the query is refused", async () => {
    const server = open();
    expect((await server.ask("GET", "/sessions?limit=1")).body).toMatchObject({ code: "invalid-request" });
    expect((await server.ask("GET", "/sessions/s-1/documents?all=yes")).body).toMatchObject({
      code: "invalid-request",
    });
  });
});

describe("9. nothing malformed ends the process or shows a stack", () => {
  const open = shared((atEnd) => openWith({}, atEnd));

  const request = (port: string, text: string) => text.replaceAll("HOST", `127.0.0.1:${port}`);

  test.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["TLS", Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01])],
    ["a NUL in the path", "GET /\0 HTTP/1.1\r\nhost: HOST\r\n\r\n"],
    ["two lengths", "POST /login HTTP/1.1\r\nhost: HOST\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    [
      "a length and chunks",
      "POST /login HTTP/1.1\r\nhost: HOST\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["a header of 100 kB", `GET /healthz HTTP/1.1\r\nhost: HOST\r\nx: ${"y".repeat(100_000)}\r\n\r\n`],
    ["an address that can't be decoded", "GET /sessions/%c0%af HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n"],
    ["an absolute address", "GET http://evil.example/sessions HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n"],
    ["an unknown method", "BREW / HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n"],
    ["an upgrade to nothing", "GET /live HTTP/1.1\r\nhost: HOST\r\nconnection: upgrade\r\nupgrade: nothing\r\n\r\n"],
    [
      "an upgrade without a key",
      `GET /live HTTP/1.1\r\nhost: HOST\r\nauthorization: Bearer ${TOKEN}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    ],
    [
      "an upgrade of another route",
      `GET /sessions HTTP/1.1\r\nhost: HOST\r\nauthorization: Bearer ${TOKEN}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ],
    [
      "an upgrade by POST",
      `POST /live HTTP/1.1\r\nhost: HOST\r\nauthorization: Bearer ${TOKEN}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    ],
    [
      "a cookie of rubbish",
      "GET /sessions HTTP/1.1\r\nhost: HOST\r\ncookie: =;;;thoth-1=%zz; \xff\r\nconnection: close\r\n\r\n",
    ],
  ])("%s", async (_name, bytes) => {
    const { port, bare } = open();
    const answer = await raw(port, typeof bytes === "string" ? request(port, bytes) : bytes);
    expect(answer === "" || /^HTTP\/1.1 4\d\d /.test(answer), answer).toBe(true);
    expect(answer).not.toMatch(/\n\s+at /);
    expect((await bare({ url: "/healthz" })).statusCode).toBe(200);
  });

  test("a bug is answered without its text", async () => {
    const server = await openWith();
    server.services.sessions.show = async () => {
      throw new Error("the secret reason");
    };
    const answer = await server.ask("GET", "/sessions/s-1");
    expect(answer.body).toMatchObject({ status: 500, code: "internal-error", instance: "/sessions/s-1" });
    expect(answer.text).not.toContain("secret");
    expect(answer.text).not.toContain(" at ");
  });

  test("unknown routes and methods are problems", async () => {
    const server: TestServer = open();
    expect((await server.ask("GET", "/nowhere")).body).toMatchObject({ status: 404, code: "route-not-found" });
    expect((await server.ask("PUT", "/sessions")).body).toMatchObject({ status: 404, code: "route-not-found" });
  });
});
