import { screen, waitFor, within } from "@testing-library/react";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import axe from "axe-core";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "../../testing/render.tsx";
import { server, startServer } from "../../testing/server.ts";
import { SessionDocumentsPanel } from "./session-documents-panel.tsx";
import { aSession, theDocuments, theWorkflow } from "./testing/fixtures.ts";

startServer();
beforeEach(() => history.replaceState(null, "", "/"));

const id = aSession().id;
const phaseDone = { code: "F8", index: 8, of: 8, name: "validazione", title: "Validazione", complete: true };

/** The panel of one session, and what was asked of the server. */
async function open(change: Partial<SessionDetail> = {}, missing: string[] = []) {
  const asked: unknown[] = [];
  const session = aSession(change);
  server.use(
    http.get(`/sessions/${id}`, () => HttpResponse.json(session)),
    http.get(`/sessions/${id}/documents`, () => HttpResponse.json(theDocuments)),
    http.get("/workspace", () => HttpResponse.json({ phases: theWorkflow, missing })),
    http.post<{ verb: string }>(`/sessions/${id}/:verb`, async ({ params, request }) => {
      asked.push({ [params.verb]: await request.json() });
      return HttpResponse.json(session);
    }),
  );
  const props = { onClose: vi.fn(), onResume: vi.fn(), onGoToChat: vi.fn() };
  const page = renderPage(<SessionDocumentsPanel sessionId={id} {...props} />);
  const openMenu = async () => {
    await page.user.click(await screen.findByRole("button", { name: "Altre azioni" }));
    return screen.findByRole("menu", { name: "Altre azioni" });
  };
  const choose = async (name: RegExp) => page.user.click(within(await openMenu()).getByRole("menuitem", { name }));
  return { ...page, asked, openMenu, choose };
}

const refuse = (verb: string, code: string) =>
  server.use(
    http.post(`/sessions/${id}/${verb}`, () =>
      HttpResponse.json({ code, status: 409, detail: "no", type: "", title: "", instance: "" }, { status: 409 }),
    ),
  );

describe("the menu", () => {
  it("says why something can't be done, and axe finds nothing in it", async () => {
    const { openMenu } = await open({}, ["fork", "status"]);
    const menu = await openMenu();
    await waitFor(() => {
      for (const name of ["Biforca la sessione", "Chiudi la sessione", "Completa"]) {
        const item = within(menu).getByRole("menuitem", { name: new RegExp(`${name}.*non lo sa fare`) });
        expect(item).toHaveAttribute("aria-disabled", "true");
      }
    });
    expect(within(menu).getByRole("menuitem", { name: "Esporta in zip" })).not.toHaveAttribute("aria-disabled", "true");
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  });

  it("closes a session and reopens it from the toast", async () => {
    const { user, asked, choose } = await open();
    await choose(/Chiudi la sessione/);
    expect(await screen.findByText("Sessione chiusa")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Annulla" }));
    await waitFor(() => expect(asked).toEqual([{ close: {} }, { reopen: {} }]));
  });

  it("reopens a closed one, which says that it is closed", async () => {
    const { asked, choose } = await open({ status: "closed" });
    expect(await screen.findByText("Chiusa")).toBeInTheDocument();
    await choose(/Riapri/);
    await waitFor(() => expect(asked).toEqual([{ reopen: {} }]));
  });

  it("completes a session only after a question, and not before every phase is approved", async () => {
    const { user, asked, choose } = await open({ phase: phaseDone });
    await choose(/Completa/);
    const question = await screen.findByRole("alertdialog", { name: "Completare «Andamento mensile dei resi»?" });
    expect(asked).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Completa" }));
    expect(await screen.findByText("Sessione completata")).toBeInTheDocument();
    expect(asked).toEqual([{ finalize: {} }]);
  });

  it("tells why the server refused", async () => {
    const { choose } = await open();
    refuse("close", "read-only");
    await choose(/Chiudi la sessione/);
    expect(await screen.findByText("La sessione non si è chiusa")).toBeInTheDocument();
  });
});

describe("forking", () => {
  const copy = aSession({ id: "20261130-101010-copy22", name: "Andamento mensile dei resi (2)" });

  it("copies everything unless told otherwise, and opens the copy", async () => {
    const { user, asked, choose } = await open();
    server.use(
      http.post(`/sessions/${id}/fork`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(copy, { status: 201 });
      }),
    );
    await choose(/Biforca/);
    const dialog = await screen.findByRole("dialog", { name: "Biforca la sessione" });
    expect(within(dialog).getByRole("radio", { name: "Tutto, com'è ora" })).toBeChecked();
    expect(within(dialog).getByLabelText("Nome della copia")).toHaveAttribute(
      "placeholder",
      "Andamento mensile dei resi (2)",
    );
    await user.click(within(dialog).getByRole("button", { name: "Biforca" }));
    await waitFor(() => expect(location.search).toBe(`?panel=${copy.id}`));
    expect(asked).toEqual([{}]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("offers the phases that were reached, says what each keeps, and sends the name", async () => {
    const { user, asked, choose } = await open({
      phase: { code: "F4", index: 4, of: 8, name: "schema_linking", title: "Schema linking", complete: false },
    });
    await choose(/Biforca/);
    const dialog = await screen.findByRole("dialog");
    await waitFor(() =>
      expect(
        within(dialog)
          .getAllByRole("radio")
          .map((radio) => (radio as HTMLInputElement).value),
      ).toEqual(["", "F1", "F2", "F3", "F4"]),
    );
    await user.click(within(dialog).getByRole("radio", { name: /F1/ }));
    expect(dialog).toHaveTextContent("Resta la domanda");
    await user.click(within(dialog).getByRole("radio", { name: /F2/ }));
    expect(dialog).toHaveTextContent("della fase 1; la copia riparte dalla fase 2");
    await user.click(within(dialog).getByRole("radio", { name: /F4/ }));
    expect(dialog).toHaveTextContent("delle fasi da 1 a 3; la copia riparte dalla fase 4");
    await user.type(within(dialog).getByLabelText("Nome della copia"), " Resi, altra via {Enter}");
    await waitFor(() => expect(asked).toEqual([{ fork: { at: "F4", name: "Resi, altra via" } }]));
  });

  it("keeps what was typed where the server refuses, and can be tried again", async () => {
    const { user, choose } = await open();
    refuse("fork", "invalid-name");
    await choose(/Biforca/);
    const dialog = await screen.findByRole("dialog");
    const name = within(dialog).getByLabelText("Nome della copia");
    await user.type(name, "Resi{Enter}");
    await waitFor(() => expect(name).toBeInvalid());
    expect(name).toHaveValue("Resi");
    expect(within(dialog).getByRole("button", { name: "Biforca" })).toBeEnabled();
  });
});
