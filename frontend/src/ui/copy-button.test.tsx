import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { CopyButton } from "./copy-button.tsx";

describe("CopyButton", () => {
  it("copies what there is when it is pressed, and says so", async () => {
    let text = "prima";
    const { user } = renderPage(<CopyButton label="Copia SQL finale" text={() => text} />);
    text = "dopo";
    await user.click(screen.getByRole("button", { name: "Copia SQL finale" }));
    expect(await navigator.clipboard.readText()).toBe("dopo");
    expect(await screen.findByRole("status")).toHaveTextContent("Copiato");
  });

  it("says what to do where the browser refuses", async () => {
    const { user } = renderPage(<CopyButton label="Copia" text={() => "x"} />);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    await user.click(screen.getByRole("button", { name: "Copia" }));
    expect(await screen.findByRole("status")).toHaveTextContent("copialo a mano");
  });
});
