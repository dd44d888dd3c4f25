import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CodeBlock } from "./code-block.tsx";

it("a long text comes in pieces, and every character of it is there", () => {
  const code = `${Array.from({ length: 30_000 }, (_, at) => `riga ${at}`).join("\n")}\n\n  fine`;
  render(<CodeBlock code={code} language="json" label="Evidenze" />);
  const block = screen.getByRole("figure", { name: "Evidenze" });
  expect(block.textContent === code).toBe(true);
  expect(block.querySelectorAll("span").length).toBe(Math.ceil(30_002 / 400));
});

it("so does one endless line", () => {
  const code = "x".repeat(1_000_000);
  render(<CodeBlock code={code} language="" label="Testo" />);
  expect(screen.getByRole("figure").textContent === code).toBe(true);
});
