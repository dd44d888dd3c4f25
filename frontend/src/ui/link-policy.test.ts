import { describe, expect, it } from "vitest";
import { safeAddress } from "./link-policy.ts";

describe("safeAddress", () => {
  it.each(["https://example.com/a?b=1#c", "http://example.com/", "mailto:anna@example.com", "#nota-1"])(
    "keeps %s",
    (address) => {
      expect(safeAddress(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "//example.com/x",
    "/sessions/1",
    "sessions/1",
    "?panel=1",
    "https://bank.example@evil.example/",
    "",
    undefined,
  ])("refuses %j", (address) => {
    expect(safeAddress(address)).toBeUndefined();
  });
});
