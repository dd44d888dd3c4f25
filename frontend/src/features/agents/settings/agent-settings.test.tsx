import { screen, waitFor, within } from "@testing-library/react";
import type { Agent, AgentConfig } from "@thothii/backend/api/agents";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { renderPage } from "../../../testing/render.tsx";
import { server, startServer } from "../../../testing/server.ts";
import { agentOf } from "../../../testing/terminals.ts";
import { setAgentDraft } from "./agent-drafts.ts";
import { AgentSettingsDialog } from "./agent-settings-dialog.tsx";

startServer();
afterEach(() => {
  for (const id of ["claude", "mio", "+"]) setAgentDraft(id, null);
});

const three = [
  agentOf("amp", {
    installed: false,
    install: "Install it: npm install -g amp",
    verified: { how: "from-docs", version: null },
  }),
  agentOf("claude"),
  agentOf("mio", { preset: false, verified: null, label: "Mio" }),
];

function Page({ first }: { first: string }) {
  const [agent, setAgent] = useState<string | null>(first);
  return (
    <>
      <AgentSettingsDialog agent={agent} onAgent={setAgent} />
      <button type="button" onClick={() => setAgent(first)}>
        Riapri
      </button>
    </>
  );
}

function openSettings(first: string, list: Agent[] = three, notice = "") {
  const puts: { id: unknown; config: AgentConfig }[] = [];
  const deleted: unknown[] = [];
  let agents = list;
  let outcome: (() => Response) | null = null;
  server.use(
    http.get("/agents", () =>
      HttpResponse.json(agents, { headers: notice ? { "x-thoth-notice": encodeURIComponent(notice) } : {} }),
    ),
    http.put("/agents/:id", async ({ request, params }) => {
      if (outcome) return outcome();
      const config = (await request.json()) as AgentConfig;
      puts.push({ id: params.id, config });
      const changed = { ...agentOf(String(params.id)), ...config, edited: true, verified: null };
      agents = [...agents.filter(({ id }) => id !== params.id), changed];
      return HttpResponse.json(changed);
    }),
    http.delete("/agents/:id", ({ params }) => {
      deleted.push(params.id);
      agents = agents.filter(({ id, preset }) => preset || id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const page = renderPage(<Page first={first} />);
  const refuse = (how: () => Response) => {
    outcome = how;
  };
  return { ...page, puts, deleted, refuse };
}

const list = () => screen.findByRole("list", { name: "Agenti configurati" });
const save = () => screen.getByRole("button", { name: "Salva" });

test("lists the installed first, each with how far it is known", async () => {
  openSettings("-");
  const rows = within(await list()).getAllByRole("button");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "ClaudeInstallato · provato con 1.2.3",
    "MioInstallato · tuo",
    "AmpNon installato · dal manuale",
  ]);
});

test("says how to install what isn't, and what of the stored settings can't be read", async () => {
  openSettings("amp", three, "Spostato in agents.json.guasto");
  expect(await screen.findByText("npm install -g amp")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("agents.json.guasto");
});

test("saves arguments one a line", async () => {
  const { user, puts } = openSettings("claude");
  expect(await screen.findByRole("heading", { name: "Claude" })).toBeVisible();
  expect(save()).toBeDisabled();
  await user.type(screen.getByRole("textbox", { name: "Argomenti sempre presenti" }), "--model{Enter}un modello");
  await user.click(save());
  await waitFor(() =>
    expect(puts).toMatchObject([{ id: "claude", config: { args: ["--model", "un modello"], forkArgs: ["--fork"] } }]),
  );
  expect(await screen.findByText("Agente salvato")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Torna al predefinito" })).toBeVisible();
  expect(save()).toBeDisabled();
});

test("what is not saved stays: with another agent, and with the dialog closed", async () => {
  const { user } = openSettings("claude");
  await user.type(await screen.findByRole("textbox", { name: "Comando" }), "-nuovo");
  await user.click(within(await list()).getByRole("button", { name: /^Mio/ }));
  expect(within(await list()).getByRole("button", { name: /^Claude, modifiche non salvate/ })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Riapri" }));
  expect(await screen.findByRole("textbox", { name: "Comando" })).toHaveValue("claude-nuovo");
  await user.click(screen.getByRole("button", { name: "Scarta" }));
  expect(screen.getByRole("textbox", { name: "Comando" })).toHaveValue("claude");
});

test("a new one is checked before it is sent, and then there to be edited", async () => {
  const { user, puts } = openSettings("+");
  await user.type(await screen.findByRole("textbox", { name: "Identificativo" }), "Claude");
  await user.type(screen.getByRole("textbox", { name: "Nome" }), "Altro");
  await user.click(save());
  expect(screen.getByText(/Comincia con una lettera minuscola/)).toBeVisible();
  expect(screen.getByText("Compila questo campo.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Identificativo" })).toHaveFocus());
  await user.clear(screen.getByRole("textbox", { name: "Identificativo" }));
  await user.type(screen.getByRole("textbox", { name: "Identificativo" }), "altro");
  await user.type(screen.getByRole("textbox", { name: "Comando" }), "/opt/altro");
  await user.click(save());
  expect(await screen.findByRole("heading", { name: "Altro" })).toBeVisible();
  expect(puts).toMatchObject([{ id: "altro", config: { label: "Altro", command: "/opt/altro" } }]);
});

test("what the server refuses is told in its words, and nothing typed is lost", async () => {
  const { user, refuse } = openSettings("claude");
  refuse(() =>
    HttpResponse.json(
      { type: "", title: "", status: 400, detail: "body/args too long", instance: "", code: "invalid-request" },
      { status: 400 },
    ),
  );
  await user.type(await screen.findByRole("textbox", { name: "Comando" }), "x");
  await user.click(save());
  expect(await screen.findByRole("alert")).toHaveTextContent("body/args too long");
  expect(screen.getByRole("textbox", { name: "Comando" })).toHaveValue("claudex");
});

test("one's own is deleted after a question", async () => {
  const { user, deleted } = openSettings("mio");
  await user.click(await screen.findByRole("button", { name: "Elimina" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(deleted).toEqual(["mio"]));
  await waitFor(async () =>
    expect(within(await list()).queryByRole("button", { name: /^Mio/ })).not.toBeInTheDocument(),
  );
});

test("one that could not be deleted says so, and is still there", async () => {
  const { user } = openSettings("mio");
  server.use(
    http.delete("/agents/mio", () =>
      HttpResponse.json({ code: "write-failed", status: 500, detail: "Disco pieno" }, { status: 500 }),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Elimina" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Elimina" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/^Non eliminato\. /);
  expect(within(await list()).getByRole("button", { name: /^Mio/ })).toBeVisible();
});
