import { expect, test } from "vitest";
import { webLink } from "./web-link.ts";

test.each([
  ["https://example.com/a?b=c", "https://example.com/a?b=c"],
  ["http://127.0.0.1:4317", "http://127.0.0.1:4317/"],
  ["javascript:alert(1)", null],
  ["JavaScript:alert(1)", null],
  ["data:text/html,<script>", null],
  ["file:///etc/passwd", null],
  ["vscode://file/x", null],
  ["//example.com", null],
  ["not an address", null],
])("%s may be opened as %s", (address, opened) => expect(webLink(address)).toBe(opened));
