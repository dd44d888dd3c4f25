import { screen, waitFor } from "@testing-library/react";
import type { SessionDocument } from "@thothii/backend/api/documents";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { T } from "../../../lib/i18n.ts";
import { renderPage } from "../../../testing/render.tsx";
import { server, startServer } from "../../../testing/server.ts";
import { SessionDocumentsPanel } from "../session-documents-panel.tsx";
import { aDocument, aSession, theDocuments, theIntermediateDocuments, theWorkflow } from "../testing/fixtures.ts";
import { unzip } from "../testing/unzip.ts";
import { exportFiles } from "./export-files.ts";
import { exportIndex } from "./export-index.ts";
import { exportSession } from "./export-session.ts";

startServer();
// jsdom brings a Uint8Array of its own, which what Node encodes is no instance of.
beforeAll(() => vi.stubGlobal("Uint8Array", new TextEncoder().encode("").constructor));
afterAll(() => vi.unstubAllGlobals());

const session = aSession();
const t = i18next.t as unknown as T;
const now = "2026-11-30T10:00:00.000Z";
const options = () => ({ t, language: "it" as const, now, signal: new AbortController().signal, onProgress: vi.fn() });

function serve(documents: SessionDocument[], whole: Record<string, string> = {}) {
  server.use(
    http.get(`/sessions/${session.id}`, () => HttpResponse.json(session)),
    http.get(`/sessions/${session.id}/documents`, () => HttpResponse.json(documents)),
    http.get<{ key: string }>(`/sessions/${session.id}/documents/:key`, ({ params }) =>
      params.key in whole ? new HttpResponse(whole[params.key]) : HttpResponse.error(),
    ),
    http.get("/workspace", () => HttpResponse.json({ phases: theWorkflow, missing: [] })),
  );
}

describe("a zip of a session", () => {
  it("holds every document as it is, what the session is, and a page to read first", async () => {
    const documents = [...theIntermediateDocuments, ...theDocuments];
    serve(documents);
    const files = await unzip(await exportSession(session.id, options()));
    const named = exportFiles(documents);
    expect(Object.keys(files).sort()).toEqual(["index.md", "session.json", ...named.map(({ name }) => name)].sort());
    for (const { name, document } of named) expect(files[name]).toBe(document.content);
    const { unread: _unread, runtime: _runtime, ...kept } = session;
    expect(JSON.parse(files["session.json"] ?? "")).toEqual(kept);
    expect(files["index.md"]).toContain("# Andamento mensile dei resi");
    for (const { name } of named) expect(files["index.md"]).toContain(`(<${encodeURI(name)}>)`);
  });

  it("takes a document that the panel only shows the beginning of whole from its download, and tells how far it is", async () => {
    const whole = "riga\n".repeat(200_000);
    const cut = aDocument({
      key: "validation_report",
      phase: "F8",
      content: "riga\n",
      bytes: whole.length,
      truncated: true,
    });
    serve([cut], { validation_report: whole });
    const asked = options();
    const files = await unzip(await exportSession(session.id, asked));
    expect(files["F8-validation_report.md"] === whole).toBe(true);
    const last = asked.onProgress.mock.lastCall?.[0];
    expect(last).toMatchObject({ file: 3, of: 3 });
    expect(last.bytes).toBeGreaterThan(whole.length);
  });

  it("fails whole where a download breaks off", async () => {
    serve([aDocument({ key: "report", content: "x", truncated: true })]);
    await expect(exportSession(session.id, options())).rejects.toMatchObject({ code: "offline" });
  });
});

describe("the names of the files", () => {
  const names = (...documents: Partial<SessionDocument>[]) =>
    exportFiles(documents.map((document) => aDocument({ key: "x", ...document }))).map(({ name }) => name);

  it("say phase, key and format", () => {
    expect(
      names(
        { phase: "F4", key: "schema_linking", format: "schema-linking" },
        { phase: "F6", key: "cte_plan", format: "text", content: "[1]" },
        { phase: "F7", key: "sql_final", format: "sql" },
        { phase: "", key: "decisions", format: "decisions" },
        { phase: "F1", key: "manifest", format: "text" },
      ),
    ).toEqual(["F4-schema_linking.json", "F6-cte_plan.json", "F7-sql_final.sql", "decisions.json", "F1-manifest.yaml"]);
  });

  it("stay in their folder and apart, whatever a harness sends", () => {
    const all = names(
      { phase: "..", key: "../../etc/passwd", format: "text" },
      { phase: "", key: "index" },
      { phase: "", key: "A" },
      { phase: "", key: "a" },
      { phase: "", key: "" },
      { phase: "", key: "à/è\u0000:?" },
    );
    expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(all.length);
    expect(all).not.toContain("index.md");
    for (const name of all) expect(name).toMatch(/^[\p{L}\d][\p{L}\d_. -]*\.[a-z]+$/u);
  });
});

describe("the page to read first", () => {
  it("shows the words of people as words, not as markdown", () => {
    const hostile = aSession({ name: "# [x](javascript:1) <b>*|`", question: "riga\n# due" });
    const content = JSON.stringify([{ ts: now, phase: "F1", decision: "revise", by: "<i>A", note: "uno\n- due" }]);
    const files = exportFiles([aDocument({ key: "decisions", phase: "", format: "decisions", content })]);
    const index = exportIndex({ t, language: "it", now }, hostile, files);
    expect(index).toContain("# \\# \\[x\\](javascript:1) \\<b\\>\\*\\|\\`");
    expect(index).toContain("> riga\n> \\# due");
    expect(index).toContain("**F1: modifiche chieste** · \\<i\\>A");
    expect(index).toContain("\n  > uno\n  > - due");
  });
});

describe("from the menu", () => {
  it("hands over a file named after the session", async () => {
    serve(theDocuments);
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => {} });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const props = { onClose: vi.fn(), onResume: vi.fn(), onGoToChat: vi.fn() };
    const { user } = renderPage(<SessionDocumentsPanel sessionId={session.id} {...props} />);
    await user.click(await screen.findByRole("button", { name: "Altre azioni" }));
    await user.click(await screen.findByRole("menuitem", { name: "Esporta in zip" }));
    await waitFor(() => expect(saved).toEqual(["Andamento mensile dei resi.zip"]));
    expect(await screen.findByText("Esportata in Andamento mensile dei resi.zip")).toBeInTheDocument();
  });
});
