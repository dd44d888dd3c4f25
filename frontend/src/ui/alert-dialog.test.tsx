import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { AlertDialog } from "./alert-dialog.tsx";

function Page({ onConfirm = () => {}, busy = false }) {
  const [open, setOpen] = useState(true);
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      title="Eliminare?"
      description="Non si può annullare."
      confirmLabel="Elimina"
      onConfirm={onConfirm}
      busy={busy}
      danger
    />
  );
}

test("puts the focus on Cancel, so that Enter loses nothing", async () => {
  const confirm = vi.fn();
  const { user } = renderPage(<Page onConfirm={confirm} />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Annulla" })).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(confirm).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
});

test("stays open and takes no second confirmation while at work", async () => {
  const confirm = vi.fn();
  const { user } = renderPage(<Page onConfirm={confirm} busy />);
  await user.click(await screen.findByRole("button", { name: "Elimina" }));
  await user.keyboard("{Escape}");
  expect(confirm).not.toHaveBeenCalled();
  expect(screen.getByRole("alertdialog")).toBeInTheDocument();
});
