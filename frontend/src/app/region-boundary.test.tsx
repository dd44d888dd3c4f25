import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { RegionBoundary } from "./region-boundary.tsx";

let broken = true;
function Part() {
  if (broken) throw new Error("boom");
  return <p>intero</p>;
}

beforeEach(() => {
  broken = true;
  vi.spyOn(console, "error").mockImplementation(() => {}); // React reports what the boundary caught
});

test("a fault in one region leaves the others, and can be tried again", async () => {
  const { user } = renderPage(
    <>
      <RegionBoundary subject="a">
        <Part />
      </RegionBoundary>
      <p>accanto</p>
    </>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Questa parte della pagina si è fermata");
  expect(screen.getByText("accanto")).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Riprova" }));
  expect(screen.getByText("intero")).toBeInTheDocument();
});

test("another subject starts afresh", () => {
  const region = (subject: string) => (
    <RegionBoundary subject={subject}>
      <Part />
    </RegionBoundary>
  );
  const { rerender } = renderPage(region("a"));
  broken = false;
  rerender(region("b"));
  expect(screen.getByText("intero")).toBeInTheDocument();
});
