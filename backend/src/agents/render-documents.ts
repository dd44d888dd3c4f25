import type { Decision, SessionDocument } from "../../api/documents.ts";
import type { PhaseDetail, SessionDetail } from "../../api/sessions.ts";
import { type Budget, beside } from "../lib/text-budget.ts";
import { keepNewest } from "./keep-newest.ts";
import type { Redact, Rendered } from "./render-turns.ts";

/**
 * A workspace session as text: the question and where it stands, which always stay, then its documents and decisions in
 * order, the oldest of which give way first.
 */
export function renderDocuments(
  session: SessionDetail,
  documents: readonly SessionDocument[],
  { budget, redact }: { budget: Budget; redact: Redact },
): Rendered {
  let redactions = 0;
  const clean = (text: string) => {
    const { text: without, count } = redact(text);
    redactions += count;
    return without;
  };
  const head = clean(state(session)).split("\n");
  const lines: string[] = [];
  const titles: string[] = [];
  for (const document of documents.filter(({ key }) => key !== "question" && key !== "manifest")) {
    const title = `## ${document.phase} ${document.title} (${document.key})`;
    const cut = document.truncated ? "\n[The rest is left out: it is too long.]" : "";
    for (const line of ["", title, ...clean(content(document)).trimEnd().split("\n"), ...(cut ? [cut.trim()] : [])]) {
      lines.push(line);
      titles.push(title);
    }
  }

  const headText = head.join("\n");
  const room = beside(budget, `${headText}\n`);
  if (Math.min(room.chars, room.bytes) < budget.chars / 2)
    return { ...keepNewest([...head, ...lines], budget), redactions };
  const kept = keepNewest(lines, room, {
    headingOf: (at) =>
      lines[at] === "" || lines[at] === titles[at] ? null : `${titles[at]} (its beginning is left out)`,
  });
  return { text: `${headText}\n${kept.text}`, dropped: kept.dropped, redactions };
}

function state({ id, name, question, phase, archived, status }: SessionDetail): string {
  return [
    `Session: ${id}${name ? ` (${name})` : ""}`,
    `Question: ${question ?? "unknown"}`,
    ...(archived ? ["Archived: it is only read."] : []),
    ...(status === "finalized" ? ["Completed: it is only read."] : []),
    ...(phase ? phaseLines(phase) : []),
  ].join("\n");
}

function phaseLines({ code, index, of, title, next, needs = [], reason, note }: PhaseDetail): string[] {
  return [
    `Phase: ${code} ${title} (${index} of ${of})`,
    ...(next === "gate" ? ["Open gate: its documents are there and wait for a person's decision."] : []),
    ...(next === "done" ? ["Every phase is approved."] : []),
    ...(next === "work" && needs.length > 0 ? [`To write: ${needs.join(", ")}${reason ? ` (${reason})` : ""}`] : []),
    ...(note ? [`The reviewer asks: ${note}`] : []),
  ];
}

function content({ format, content: text }: SessionDocument): string {
  if (format !== "decisions") return text;
  let records: unknown;
  try {
    records = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
  return Array.isArray(records) ? records.map(decisionLine).join("\n") : text;
}

function decisionLine({ ts, phase, decision, to, by, note }: Decision): string {
  const where = to ? ` to ${to}` : "";
  return `- ${ts} ${phase}: ${decision}${where}${by ? ` by ${by}` : ""}${note ? `: ${note}` : ""}`;
}
