import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("a line holds no secret, whatever is given to be written", () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const headers = { authorization: "Bearer s3cret", cookie: "thoth-1=s3cret" };
  const req = { method: "GET", url: "/sessions?token=s3cret", headers } as unknown as FastifyRequest;
  log.info({ req, headers, login: { token: "s3cret" }, response: { cookie: "s3cret" } }, "a request");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ req: { method: "GET", path: "/sessions" }, msg: "a request" });
  expect(lines.join("")).not.toContain("s3cret");
});
