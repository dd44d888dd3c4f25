import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { personOf } from "./person.ts";

const person = (header?: string) => personOf({ headers: { "x-thoth-by": header } } as unknown as FastifyRequest);

test.each([
  [undefined, undefined],
  ["", undefined],
  ["%20", undefined],
  ["Ada", "Ada"],
  ["Niccol%C3%B2", "Niccolò"],
  ["Niccolo%CC%80", "Niccolò"],
  ["%F0%9F%98%80%20--by%3Droot", "😀 --by=root"],
])("%j is %j", (header, name) => {
  expect(person(header)).toBe(name);
});

test.each(["%", "%zz", "%ff", "a%0Ab", "a%00b", "a%1B[31m", "x".repeat(201)])("%j is refused", (header) => {
  expect(() => person(header)).toThrow(expect.objectContaining({ code: "invalid-request" }));
});
