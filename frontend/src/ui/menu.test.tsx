import { screen, waitFor } from "@testing-library/react";
import { cloneElement } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { IconButton } from "./icon-button.tsx";
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem, SubMenu } from "./menu.tsx";

test("opens from the keyboard, runs an item and gives the focus back", async () => {
  const select = vi.fn();
  const { user } = renderPage(
    <Menu trigger={<IconButton label="Azioni" icon="⋮" />}>
      <MenuItem onSelect={() => {}}>Primo</MenuItem>
      <MenuItem onSelect={select} shortcut="F2" keys="F2">
        Rinomina
      </MenuItem>
    </Menu>,
  );
  await user.tab();
  await user.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: "Rinomina" });
  expect(item).toHaveAttribute("aria-keyshortcuts", "F2");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Primo" })).toHaveFocus());
  await user.keyboard("{ArrowDown}{Enter}");
  expect(select).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.getByRole("button", { name: "Azioni" })).toHaveFocus());
});

test("a submenu opens to the side and says which choice stands", async () => {
  const change = vi.fn();
  const { user } = renderPage(
    <Menu trigger={<IconButton label="Azioni" icon="⋮" />}>
      <SubMenu label="Sposta nel gruppo">
        <MenuRadioGroup value="Vendite" onChange={change}>
          <MenuRadioItem value="Vendite">Vendite</MenuRadioItem>
          <MenuRadioItem value="Resi">Resi</MenuRadioItem>
        </MenuRadioGroup>
      </SubMenu>
    </Menu>,
  );
  await user.tab();
  await user.keyboard("{Enter}");
  const trigger = await screen.findByRole("menuitem", { name: "Sposta nel gruppo" });
  await waitFor(() => expect(trigger).toHaveFocus());
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByRole("menuitemradio", { name: "Vendite" })).toBeChecked();
  await waitFor(() => expect(screen.getByRole("menuitemradio", { name: "Vendite" })).toHaveFocus());
  await user.keyboard("{ArrowDown}{Enter}");
  expect(change.mock.lastCall?.[0]).toBe("Resi");
});

test.each([
  ["nav", <nav aria-label="Sessioni" key="nav" />],
  ["header", <header key="header" />],
])("opens inside the landmark that its button stands in: %s", async (tag, landmark) => {
  const { user } = renderPage(
    cloneElement(
      landmark,
      {},
      <Menu trigger={<IconButton label="Azioni" icon="⋮" />}>
        <MenuItem onSelect={() => {}}>Primo</MenuItem>
      </Menu>,
    ),
  );
  await user.click(screen.getByRole("button", { name: "Azioni" }));
  expect((await screen.findByRole("menu")).closest(tag)).not.toBeNull();
});
