import { screen, waitFor, within } from "@testing-library/react";
import type { Context, RunRequest } from "@thothii/backend/api/agents";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { renderPage } from "../../testing/render.tsx";
import { server, startServer } from "../../testing/server.ts";
import { agentOf, terminalOf } from "../../testing/terminals.ts";
import { ContinueDialog } from "./continue-dialog.tsx";
import type { WorkSource } from "./work-source.ts";

startServer();

const context: Context = {
  context: "User: ciao\nAssistant: eccomi",
  source: "store",
  quality: "exact",
  chars: 28,
  bytes: 1_500,
  droppedRows: 12,
  redactions: 2,
};
const running: WorkSource = { kind: "terminal", terminal: terminalOf("t1", { agent: "claude" }) };
const ended: WorkSource = { kind: "terminal", terminal: terminalOf("t1", { agent: "claude", state: "exited" }) };

const refusal = (code: string, status = 409, more = {}) =>
  HttpResponse.json(
    { type: "", title: "", status, detail: "in the server's words", instance: "", code, ...more },
    { status },
  );

function openDialog(
  source = running,
  answers: (() => Response | Promise<Response>)[] = [() => HttpResponse.json(context)],
) {
  const runs: RunRequest[] = [];
  const asked: unknown[] = [];
  let outcome: () => Response = () =>
    HttpResponse.json({ terminal: terminalOf("t2"), agentSessionId: null, argv: [] }, { status: 201 });
  server.use(
    http.get("/agents", () =>
      HttpResponse.json([agentOf("claude"), agentOf("codex"), agentOf("amp", { installed: false })]),
    ),
    http.post("/agents/context", async ({ request }) => {
      asked.push(await request.json());
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? HttpResponse.error();
    }),
    http.post("/agents/run", async ({ request }) => {
      runs.push((await request.json()) as RunRequest);
      return outcome();
    }),
  );
  const calls = { onStarted: vi.fn(), onGoTo: vi.fn(), onClosed: vi.fn() };
  const page = renderPage(<ContinueDialog source={source} canSplit {...calls} />);
  const answerRun = (answer: () => Response) => {
    outcome = answer;
  };
  return { ...page, ...calls, runs, asked, answerRun };
}

const go = () => screen.getByRole("button", { name: "Continua" });
const text = () => screen.findByRole("textbox", { name: "Contesto che riceverà" });
const target = () => screen.findByRole("combobox", { name: "Agente" });

test("shows what will be handed over, from where, how exact and how long, and what is not in it", async () => {
  const { asked } = openDialog();
  expect(await text()).toHaveValue(context.context);
  const dialog = screen.getByRole("dialog");
  for (const part of [
    "Esatto",
    "Dalla conversazione che l'agente conserva",
    "2 segreti coperti",
    "12 righe più vecchie tolte",
  ])
    expect(within(dialog).getByText(part)).toBeVisible();
  expect(within(dialog).getByText(/28 caratteri · 1,5 kB/)).toBeVisible();
  expect(asked).toEqual([{ fromTerminal: "t1", contextChars: 36_000 }]);
});

test("on its way it says so, and goes on only once it is there and an agent is chosen", async () => {
  const { promise: way, resolve: come } = Promise.withResolvers<void>();
  const { user } = openDialog(running, [() => way.then(() => HttpResponse.json(context))]);
  expect(await screen.findByText("Raccolgo il contesto…")).toBeVisible();
  await screen.findByRole("option", { name: "Codex" });
  await user.selectOptions(await target(), "codex");
  expect(go()).toBeDisabled();
  come();
  await text();
  expect(go()).toBeEnabled();
});

test("one that is not installed can't be chosen", async () => {
  openDialog();
  expect(await screen.findByRole("option", { name: "Amp (non installato)" })).toBeDisabled();
  await text();
  expect(go()).toBeDisabled();
  expect(screen.getByText("Scegli l'agente che continua.")).toBeVisible();
});

test("nothing shown yet is no failure", async () => {
  openDialog(running, [() => refusal("terminal-empty")]);
  expect(await screen.findByText("Non c'è ancora nulla da portare con sé")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Riprova" })).not.toBeInTheDocument();
  expect(go()).toBeDisabled();
});

test("a context that did not come is asked for again", async () => {
  const { user } = openDialog(running, [() => refusal("harness-timeout", 504), () => HttpResponse.json(context)]);
  expect(await screen.findByText("Il contesto non si è potuto raccogliere")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Riprova" }));
  expect(await text()).toHaveValue(context.context);
});

test("of what moves on, the agent gets what was shown; of what rests, what the server has", async () => {
  const one = openDialog(running);
  await text();
  await one.user.selectOptions(await target(), "codex");
  await one.user.type(screen.getByRole("textbox", { name: /^Nota/ }), " solo i test ");
  await one.user.click(go());
  await waitFor(() => expect(one.onStarted).toHaveBeenCalledWith(expect.objectContaining({ id: "t2" }), "split"));
  expect(one.runs).toEqual([
    {
      fromTerminal: "t1",
      agent: "codex",
      contextChars: 36_000,
      placement: "split",
      context: context.context,
      note: "solo i test",
    },
  ]);
  one.unmount();

  // The last choice is there already.
  const two = openDialog(ended);
  await text();
  await waitFor(async () => expect(await target()).toHaveValue("codex"));
  await two.user.click(screen.getByRole("radio", { name: "Nuova scheda" }));
  await two.user.click(go());
  await waitFor(() =>
    expect(two.runs).toEqual([{ fromTerminal: "t1", agent: "codex", contextChars: 36_000, placement: "tab" }]),
  );
});

test("what was edited is what goes, and can be taken back", async () => {
  const { user, runs } = openDialog(ended);
  await user.clear(await text());
  expect(go()).toBeDisabled();
  await user.type(await text(), "solo questo");
  await user.selectOptions(await target(), "codex");
  await user.click(screen.getByRole("button", { name: "Torna all'originale" }));
  expect(await text()).toHaveValue(context.context);
  await user.type(await text(), "!");
  await user.click(go());
  await waitFor(() => expect(runs.at(-1)?.context).toBe(`${context.context}!`));
});

test("more of it is asked for where the oldest was left out", async () => {
  const { user, asked } = openDialog(ended);
  await text();
  await user.click(screen.getByRole("button", { name: "Includi di più" }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ fromTerminal: "t1", contextChars: 120_000 }));
});

test("a start that fails keeps the dialog and all that was written, and says why and what to do", async () => {
  const { user, answerRun, onStarted } = openDialog(running);
  answerRun(() => refusal("agent-failed", 502));
  await user.type(await text(), " e poi");
  await user.selectOptions(await target(), "codex");
  await user.click(go());
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("L'agente non è partito");
  expect(alert).toHaveTextContent("in the server's words");
  expect(await text()).toHaveValue(`${context.context} e poi`);
  expect(onStarted).not.toHaveBeenCalled();
  expect(go()).toBeEnabled();
});

test("where another terminal works on the session, it leads there", async () => {
  const { user, answerRun, onGoTo } = openDialog({ kind: "session", id: "s1", title: "Resi" });
  answerRun(() => refusal("already_running", 409, { terminal: "t9" }));
  await text();
  await user.selectOptions(await target(), "codex");
  await user.click(go());
  await user.click(await screen.findByRole("button", { name: "Vai al terminale" }));
  expect(onGoTo).toHaveBeenCalledWith("t9");
});
