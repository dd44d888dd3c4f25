import type { SessionDetail } from "@thothii/backend/api/sessions";
import { longWhen, size } from "../../../lib/format.ts";
import { documentTitle, type Language, phaseTitle, type T } from "../../../lib/i18n.ts";
import { decisionText } from "../decision-text.ts";
import { readDecisions } from "../decisions.ts";
import { sessionTitle } from "../session-status.ts";
import type { ExportFile } from "./export-files.ts";

/** Decisions listed; the rest is in the ledger's own file. */
const LISTED = 500;

/** The page of an export that a person reads first: what the session is, its files, what was decided. */
export function exportIndex(
  { t, language, now }: { t: T; language: Language; now: string },
  session: SessionDetail,
  files: readonly ExportFile[],
): string {
  const ledger = files.find(({ document }) => document.key === "decisions");
  const blocks = [
    `# ${inline(sessionTitle(session))}`,
    ...(session.question ? [quoted(session.question)] : []),
    facts(t, language, session),
    `## ${t("documents.exporting.documents")}`,
    files
      .map(({ name, document }) => {
        const bytes = document.bytes === undefined ? "" : `, ${size(document.bytes, language)}`;
        const phase = document.phase ? `${inline(document.phase)} · ` : "";
        return `- ${phase}${inline(documentTitle(t, document))}: [${inline(name)}](<${encodeURI(name)}>)${bytes}`;
      })
      .join("\n"),
    ...(ledger ? [`## ${t("doc.decisions")}`, decisions(t, language, ledger)] : []),
    t("documents.exporting.made", { when: longWhen(now, language) }),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function facts(t: T, language: Language, session: SessionDetail): string {
  const { phase } = session;
  const when = (iso: string | null | undefined) => (iso ? longWhen(iso, language) : null);
  const rows: [string, string | null | undefined][] = [
    [t("documents.exporting.id"), session.id],
    [
      t("documents.exporting.state"),
      session.archived
        ? t("documents.archived")
        : session.status === "finalized"
          ? t("documents.completed")
          : phase && t("documents.phaseOf", { ...phase, title: phaseTitle(t, phase) }),
    ],
    [t("documents.exporting.author"), session.author],
    [t("documents.exporting.group"), session.group],
    [t("documents.exporting.created"), when(session.created_at)],
    [t("documents.exporting.updated"), when(session.updated_at)],
    [t("documents.exporting.forkedFrom"), session.forked_from?.id],
    [t("documents.exporting.problem"), session.problem?.message],
  ];
  return rows.flatMap(([label, value]) => (value ? [`- ${label}: ${inline(value)}`] : [])).join("\n");
}

function decisions(t: T, language: Language, { name, document }: ExportFile): string {
  const entries = document.truncated ? [] : readDecisions(document.content);
  const lines = entries.slice(0, LISTED).map((entry) => {
    const when = entry.at ? longWhen(entry.at, language) : t("documents.decisions.unknownTime");
    const who = entry.by ? ` · ${inline(entry.by)}` : "";
    const note = entry.note ? `\n${quoted(entry.note).replace(/^/gm, "  ")}` : "";
    return `- **${inline(decisionText(t, entry))}**${who} · ${when}${note}`;
  });
  const all = document.truncated || entries.length > LISTED;
  const more = all ? [t("documents.exporting.allDecisions", { file: name })] : [];
  return [...(lines.length > 0 ? [lines.join("\n")] : []), ...more].join("\n\n");
}

/** Text that markdown shows as it is, on one line. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}

/** A person's words over several lines, as a quotation. */
function quoted(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${inline(line)}`)
    .join("\n");
}
