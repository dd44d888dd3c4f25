import { fireEvent, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { ApiProblem } from "../lib/api.ts";
import { renderPage } from "../testing/render.tsx";
import { Button } from "./button.tsx";
import { Chip } from "./chip.tsx";
import { Collapsible } from "./collapsible.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { IconButton } from "./icon-button.tsx";
import { Segmented } from "./segmented.tsx";
import { TextField } from "./text-field.tsx";

test("a busy button keeps its name and the focus, and does nothing", async () => {
  const click = vi.fn();
  const { user } = renderPage(
    <Button busy onClick={click}>
      Salva
    </Button>,
  );
  await user.tab();
  const button = screen.getByRole("button", { name: "Salva" });
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(click).not.toHaveBeenCalled();
  expect(button).toHaveAttribute("aria-busy", "true");
});

test("an icon button shows its name on focus", async () => {
  const { user } = renderPage(<IconButton label="Chiudi" icon="x" />);
  await user.tab();
  expect(await screen.findByText("Chiudi")).toBeInTheDocument();
});

test("an error says what happened in the page's language, by its code, and offers to try again", async () => {
  const retry = vi.fn();
  const error = new ApiProblem({ code: "locked", status: 423, detail: "lock held" });
  const { user } = renderPage(<ErrorState title="Non caricato" error={error} onRetry={retry} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Un altro programma sta scrivendo su questa sessione");
  expect(screen.queryByText("lock held")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Riprova" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("an unknown code shows what the server said", () => {
  renderPage(
    <ErrorState title="Non caricato" error={new ApiProblem({ code: "new-one", status: 400, detail: "Why." })} />,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Why.");
});

test("a field is named by its label and described by its error", () => {
  renderPage(<TextField label="Nome" error="Troppo lungo" />);
  const field = screen.getByRole("textbox", { name: "Nome" });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Troppo lungo");
});

test("a field's form and what it is in hear no key of an input method", async () => {
  const [send, heard, outer] = [vi.fn(), vi.fn(), vi.fn()];
  const { user } = renderPage(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog, which closes on Escape
    <div onKeyDown={outer}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField label="Nome" onKeyDown={heard} />
      </form>
    </div>,
  );
  const field = screen.getByRole("textbox", { name: "Nome" });
  // The second is Safari's, which fires it after the composition; it would send the form.
  for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
    expect(fireEvent.keyDown(field, { key: "Enter", ...init })).toBe(false);
    fireEvent.keyDown(field, { key: "Escape", ...init });
  }
  expect([send, heard, outer].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  await user.type(field, "a{Enter}");
  expect([send, heard, outer].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 2]);
});

test("a segmented choice moves with the arrows", async () => {
  const change = vi.fn();
  const options = [
    { value: "a" as const, label: "Prima" },
    { value: "b" as const, label: "Seconda" },
  ];
  const { user } = renderPage(<Segmented label="Vista" value="a" onChange={change} options={options} />);
  await user.tab();
  expect(screen.getByRole("radio", { name: "Prima" })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(change).toHaveBeenCalledWith("b");
});

test("a collapsible opens and closes", async () => {
  const { user } = renderPage(<Collapsible header="Decisioni">dentro</Collapsible>);
  expect(screen.queryByText("dentro")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Decisioni" }));
  await waitFor(() => expect(screen.getByText("dentro")).toBeVisible());
});

test("the parts have no accessibility fault that can be found by rule", async () => {
  const { container } = renderPage(
    <main>
      <Button variant="primary">Riprendi</Button>
      <IconButton label="Chiudi" icon="x" />
      <Chip tone="wait">Fase 4 di 8</Chip>
      <TextField label="Nome" hint="Al più 200 caratteri" />
      <Segmented
        label="Vista"
        value="a"
        onChange={() => {}}
        options={[
          { value: "a", label: "A" },
          { value: "b", label: "B" },
        ]}
      />
      <EmptyState title="Niente">Ancora nulla.</EmptyState>
      <Collapsible header="Altro" defaultOpen>
        testo
      </Collapsible>
    </main>,
  );
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
