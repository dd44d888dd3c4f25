import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server, startServer } from "../testing/server.ts";
import { ApiProblem, api, sessionPath } from "./api.ts";
import { isOffline } from "./problem-text.ts";

startServer();

test("resolves to the answer, to nothing for 204, and sends JSON", async () => {
  let sent: unknown;
  server.use(
    http.get("/sessions", () => HttpResponse.json([{ id: "a" }])),
    http.post("/sessions/a/rename", async ({ request }) => {
      sent = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  expect(await api.get("/sessions")).toEqual([{ id: "a" }]);
  expect(await api.post("/sessions/a/rename", { name: "Resi" })).toBeUndefined();
  expect(sent).toEqual({ name: "Resi" });
});

test("a person's name goes with what changes something, in a form a header can carry", async () => {
  const seen: (string | null)[] = [];
  const note = ({ request }: { request: Request }) => {
    seen.push(request.headers.get("x-thoth-by"));
    return new HttpResponse(null, { status: 204 });
  };
  server.use(http.get("/workspace", note), http.delete("/sessions/a", note));
  localStorage.setItem("thoth.by", "Zoë 李");
  await api.get("/workspace");
  await api.delete("/sessions/a");
  localStorage.setItem("thoth.by", "half a pair \ud83d");
  await api.delete("/sessions/a");
  expect(seen).toEqual([null, "Zo%C3%AB%20%E6%9D%8E", "half%20a%20pair%20%EF%BF%BD"]);
});

test("a refusal rejects with the server's code, detail and hint", async () => {
  const body = {
    type: "about:blank",
    title: "",
    status: 409,
    detail: "Why.",
    instance: "/x",
    code: "archived",
    hint: "Do.",
  };
  server.use(http.post("/sessions/a/resume", () => HttpResponse.json(body, { status: 409 })));
  const error = await api.post("/sessions/a/resume").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ code: "archived", status: 409, detail: "Why.", hint: "Do." });
});

test.each([502, 200])("an answer of something between with status %i still says its status", async (status) => {
  server.use(http.get("/sessions", () => new HttpResponse("<html>", { status })));
  const expected = { name: "ApiProblem", code: "internal-error", status, detail: `HTTP ${status}` };
  await expect(api.get("/sessions")).rejects.toMatchObject(expected);
});

test("no answer at all is `offline`", async () => {
  server.use(http.get("/sessions", () => HttpResponse.error()));
  const error = await api.get("/sessions").catch((caught: unknown) => caught);
  expect(isOffline(error)).toBe(true);
});

test("an aborted request rejects with the reason, not as offline", async () => {
  server.use(http.get("/sessions", () => HttpResponse.json([])));
  const stop = new AbortController();
  stop.abort();
  await expect(api.get("/sessions", { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
});

test("ids are encoded in paths", () => {
  expect(sessionPath("a/../b", "rename")).toBe("/sessions/a%2F..%2Fb/rename");
});
