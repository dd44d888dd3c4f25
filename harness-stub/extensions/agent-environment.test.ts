import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { readAgentEnvironment } from "./agent-environment.ts";

const whole = { THOTH_SESSION: "s1", THOTH_THT: '["tht","--workspace","/w"]', THOTH_READ: JSON.stringify([tmpdir()]) };

test("reads what the server sets", () => {
  expect(readAgentEnvironment(whole)).toEqual({
    session: "s1",
    tht: ["tht", "--workspace", "/w"],
    readable: [realpathSync(tmpdir())],
  });
});

test.each([
  [{ THOTH_SESSION: undefined }],
  [{ THOTH_SESSION: "../s1" }],
  [{ THOTH_SESSION: "a..b" }],
  [{ THOTH_THT: undefined }],
  [{ THOTH_THT: "tht" }],
  [{ THOTH_THT: "[]" }],
  [{ THOTH_THT: '["tht", 1]' }],
  [{ THOTH_READ: undefined }],
  [{ THOTH_READ: '["/does/not/exist"]' }],
])("fails closed on %j", (change) => {
  expect(() => readAgentEnvironment({ ...whole, ...change })).toThrow();
});
