import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FallbackOnError } from "./fallback-on-error.tsx";

function Fragile({ text }: { text: string }) {
  if (text === "bad") throw new Error("cannot draw this");
  return <p>drawn: {text}</p>;
}

const page = (text: string) => (
  <FallbackOnError of={text} fallback={<p>plain: {text}</p>}>
    <Fragile text={text} />
  </FallbackOnError>
);

it("shows the plainer thing in place of what can't be drawn, and tries again with another", () => {
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  const { rerender } = render(page("bad"));
  expect(screen.getByText("plain: bad")).toBeInTheDocument();
  rerender(page("good"));
  expect(screen.getByText("drawn: good")).toBeInTheDocument();
  silence.mockRestore();
});
