import { describe, expect, test } from "vitest";
import { buildServer, shared, TOKEN } from "../../test/helper.ts";

const routes = [
  ["GET", "/agents", undefined],
  ["PUT", "/agents/mine", {}],
  ["DELETE", "/agents/mine", undefined],
  ["POST", "/agents/context", { fromTerminal: "t" }],
  ["POST", "/agents/run", { agent: "claude" }],
] as const;

describe.each(routes)("%s %s", (method, url, body) => {
  const open = shared((atEnd) => buildServer({}, atEnd));
  const payload = body === undefined ? {} : { payload: body };

  test("needs the token", async () => {
    const answer = await open().bare({ method, url, ...payload });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "unauthorized"]);
    const wrong = await open().bare({ method, url, ...payload, headers: { authorization: `Bearer ${TOKEN}x` } });
    expect(wrong.statusCode).toBe(401);
  });

  test("needs our Host, before anything else", async () => {
    const headers = { host: "evil.example", authorization: `Bearer ${TOKEN}` };
    expect((await open().bare({ method, url, ...payload, headers })).statusCode).toBe(421);
  });

  test("is no other page's", async () => {
    for (const origin of ["https://evil.example", "http://127.0.0.1:1", "null"]) {
      const headers = { origin, authorization: `Bearer ${TOKEN}` };
      expect((await open().bare({ method, url, ...payload, headers })).json().code).toBe("origin-refused");
    }
  });

  if (method !== "GET")
    test("by cookie only where it shows that it comes from ours", async () => {
      const { bare } = open();
      const login = await bare({ url: `/?token=${TOKEN}` });
      const cookie = String(login.headers["set-cookie"]).split(";", 1)[0] ?? "";
      expect((await bare({ method, url, ...payload, headers: { cookie } })).statusCode).toBe(403);
      const cross = { cookie, "sec-fetch-site": "cross-site" };
      expect((await bare({ method, url, ...payload, headers: cross })).statusCode).toBe(403);
    });
});

describe("bodies are strict", () => {
  const open = shared((atEnd) => buildServer({}, atEnd));

  test.each([
    ["/agents/run", {}],
    ["/agents/run", { agent: "../x" }],
    ["/agents/run", { agent: "claude", shell: "rm" }],
    ["/agents/run", { agent: "claude", cwd: 3 }],
    ["/agents/run", { agent: "claude", prompt: "" }],
    ["/agents/run", { agent: "claude", prompt: null }],
    ["/agents/run", { agent: "claude", cols: 0 }],
    ["/agents/run", []],
    ["/agents/context", { fromTerminal: "" }],
    ["/agents/context", { fromSession: "s", prompt: "p" }],
    ["/agents/context", { fromSession: "x".repeat(513) }],
  ])("POST %s %j is refused", async (url, body) => {
    expect((await open().ask("POST", url, body)).body).toMatchObject({ status: 400, code: "invalid-request" });
  });

  test("more than 1 MiB is refused", async () => {
    const { body } = await open().ask("POST", "/agents/run", { agent: "claude", prompt: "x".repeat(1_100_000) });
    expect(body).toMatchObject({ code: "body-too-large" });
  });
});
