import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { SqlViewer } from "./sql-viewer.tsx";

const sql = "select a, count(*) from t where b = 'x' group by a";
const code = () => screen.getByRole("figure", { name: "Codice SQL" });

describe("SqlViewer", () => {
  it("formats, and gives back the statement as written on request", async () => {
    const user = userEvent.setup();
    const onShown = vi.fn();
    render(<SqlViewer sql={sql} onShown={onShown} />);
    await waitFor(() => expect(code().textContent).toMatch(/^select\n {2}a,\n/));
    expect(onShown).toHaveBeenLastCalledWith(code().textContent);

    await user.click(screen.getByRole("radio", { name: "Come scritto" }));
    expect(code().textContent).toBe(sql);
    expect(onShown).toHaveBeenLastCalledWith(sql);
  });

  it("colours keywords and strings", async () => {
    const { container } = render(<SqlViewer sql={sql} />);
    await waitFor(() => expect(container.querySelector(".hljs-keyword")).not.toBeNull());
    expect(container.querySelector(".hljs-string")).toHaveTextContent("'x'");
  });

  it("says so where a statement can't be formatted, and shows it as written", async () => {
    render(<SqlViewer sql="select 'mai chiuso" />);
    expect(await screen.findByText(/non si lascia formattare/)).toBeInTheDocument();
    expect(code().textContent).toBe("select 'mai chiuso");
  });

  it("shows the first lines of a long one, while a copy gets all", async () => {
    const onShown = vi.fn();
    render(
      <SqlViewer sql={`select ${Array.from({ length: 50 }, (_, i) => `c${i}`)} from t`} onShown={onShown} lines={10} />,
    );
    await waitFor(() => expect(code().textContent?.split("\n")).toHaveLength(10));
    await waitFor(() => expect(onShown.mock.lastCall?.[0]).toContain("c49"));
  });
});
