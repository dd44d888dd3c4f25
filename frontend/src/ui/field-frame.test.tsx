import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SelectField } from "./select-field.tsx";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

const fields = {
  "a line": ({ error }: { error?: string }) => <TextField label="Nome" hint="Come vuoi" error={error} />,
  lines: ({ error }: { error?: string }) => (
    <TextArea label="Nome" hint="Come vuoi" error={error} value="" onChange={() => {}} />
  ),
};

test.each(Object.entries(fields))(
  "%s is called by its label and described by its hint, or by what is wrong",
  (_, Field) => {
    const { rerender } = render(<Field />);
    const field = screen.getByRole("textbox", { name: "Nome" });
    expect(field).toHaveAccessibleDescription("Come vuoi");
    expect(field).toBeValid();
    rerender(<Field error="Compila questo campo." />);
    expect(field).toHaveAccessibleDescription("Compila questo campo.");
    expect(field).toBeInvalid();
    expect(screen.getByRole("alert")).toHaveTextContent("Compila questo campo.");
    expect(screen.queryByText("Come vuoi")).not.toBeInTheDocument();
  },
);

test("a choice is called by its label and described by its hint", () => {
  render(
    <SelectField
      label="Agente"
      hint="Ne manca uno"
      value=""
      placeholder="Scegli…"
      options={[{ value: "a", label: "A" }]}
      onChange={() => {}}
    />,
  );
  expect(screen.getByRole("combobox", { name: "Agente" })).toHaveAccessibleDescription("Ne manca uno");
});
