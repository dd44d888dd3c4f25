import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { Button } from "./button.tsx";
import { useToast } from "./toast.tsx";

function Page({ onUndo = () => {} }) {
  const toast = useToast();
  return (
    <>
      <Button
        onClick={() => toast.show({ id: "one", text: "Archiviata", action: { label: "Annulla", onSelect: onUndo } })}
      >
        archivia
      </Button>
      <Button onClick={() => toast.show({ id: "one", text: "Due archiviate" })}>ancora</Button>
      <Button onClick={() => toast.show({ text: "Non è riuscito", kind: "failed" })}>fallisci</Button>
    </>
  );
}

test("offers to undo, and goes once that is done", async () => {
  const undo = vi.fn();
  const { user } = renderPage(<Page onUndo={undo} />);
  await user.click(screen.getByRole("button", { name: "archivia" }));
  await user.click(await screen.findByRole("button", { name: "Annulla" }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Archiviata")).not.toBeInTheDocument());
});

test("is no dialog: what is done is a status, what failed an alert, and neither is hidden", async () => {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole("button", { name: "archivia" }));
  await user.click(screen.getByRole("button", { name: "fallisci" }));
  expect(await screen.findByRole("status", { name: "Archiviata" })).not.toHaveAttribute("aria-modal");
  expect(screen.getByRole("alert", { name: "Non è riuscito" })).toBeVisible();
  expect(screen.getAllByRole("button", { name: "Chiudi" })).toHaveLength(2);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("a toast of the same id takes the place of the first", async () => {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole("button", { name: "archivia" }));
  await user.click(screen.getByRole("button", { name: "ancora" }));
  expect((await screen.findAllByText("Due archiviate")).length).toBeGreaterThan(0);
  expect(screen.queryByText("Archiviata")).not.toBeInTheDocument();
});
