import type { Hit, SearchAnswer, SearchStatus, Transcript } from "../../api/search.ts";
import { shellLine } from "../lib/shell-line.ts";
import { textTable } from "../lib/text-table.ts";

export interface FormatOptions {
  /** What the reader can do to see a session (`agent:ID`) around one of its turns. */
  show(session: string, seq: number): string;
  /** How the reader asks for more where nothing was found. */
  wider: string;
}

/** An answer as text that a person reads and an agent acts on: each hit with what shows and what resumes it. */
export function formatAnswer(answer: SearchAnswer, options: FormatOptions): string {
  const { hits, notice, indexing, stale, problems } = answer;
  const parts = hits.map((hit, index) => formatHit(hit, index + 1, options));
  if (notice) parts.push(plain(notice.text));
  if (notice?.code === "no-hits" || notice?.code === "nothing-indexed") parts.push(options.wider);
  if (indexing) parts.push(`Indexing: ${indexing.done} of ${indexing.total} files are read. Ask again for the rest.`);
  if (stale)
    parts.push("Another program is renewing the index: this is what was there before. Ask again for the rest.");
  for (const { agent, path, detail } of problems)
    parts.push(`The sessions of ${agent} could not be read: ${plain(path)}: ${plain(detail)}`);
  return parts.join("\n\n");
}

function formatHit(hit: Hit, number: number, { show }: FormatOptions): string {
  const { agent, sessionId, title, seq, snippet } = hit;
  const passage = snippet.map(({ text, hit }) => (hit ? `«${quoted(text)}»` : quoted(text))).join("");
  const named = hit.role === "title" ? passage.trim() : plain(title ?? "");
  return [
    `${number}. ${agent}:${plain(sessionId)}${named === "" ? "" : `  ${named}`}`,
    whereabouts(hit),
    ...(hit.role === "title" ? [] : [passage.trim()]),
    `show: ${show(`${agent}:${plain(sessionId)}`, seq)}`,
    ...resumeLine(hit),
  ].join("\n   ");
}

function whereabouts({ role, document, ts, project, gone, archived }: Hit): string {
  return [
    document === null ? role : `${role} ${plain(document)}`,
    ...(ts === null ? [] : [minute(ts)]),
    ...(project === null ? [] : [plain(project)]),
    ...(archived ? ["archived"] : []),
    ...(gone ? ["its file is gone"] : []),
  ].join(" · ");
}

function resumeLine({ resume, gone }: Pick<Hit, "resume" | "gone">): string[] {
  return resume === null || gone ? [] : [`resume: ${shellLine(resume.map(argument))}`];
}

/** Turns of a session, each under its number, and how to get those before and after. */
export function formatTranscript(transcript: Transcript, options: FormatOptions): string {
  const { agent, sessionId, title, project, startedAt, gone, archived, turns, before, after } = transcript;
  const id = `${agent}:${sessionId}`;
  const more = (count: number, side: string, seq: number) =>
    count === 0 ? [] : [`(${count} ${side}: ${options.show(plain(id), seq)})`];
  const head = [
    `${plain(id)}${title === null ? "" : `  ${plain(title)}`}`,
    [
      ...(startedAt === null ? [] : [minute(startedAt)]),
      ...(project === null ? [] : [plain(project)]),
      ...(archived ? ["archived"] : []),
      ...(gone ? ["its file is gone"] : []),
    ].join(" · "),
    ...resumeLine(transcript),
  ];
  return [
    head.filter((line) => line !== "").join("\n"),
    ...more(before, "earlier", Math.max(0, (turns[0]?.seq ?? 0) - 1)),
    ...turns.map(({ seq, role, document, ts, text }) => {
      const what = [document === null ? role : `${role} ${plain(document)}`, ...(ts === null ? [] : [minute(ts)])];
      return `[${seq}] ${what.join(" · ")}\n${plain(text, true).replace(LIKE_OURS, " ")}`;
    }),
    ...more(after, "later", (turns.at(-1)?.seq ?? -1) + 1),
  ].join("\n\n");
}

export function formatStatus({ file, bytes, enabled, projects, agents, problems }: SearchStatus): string {
  const rows = agents.map(({ agent, sessions, turns, gone, newest }) => [
    `  ${agent}`,
    count(sessions, "session"),
    count(turns, "turn"),
    gone === 0 ? "" : `${gone} gone`,
    newest === null ? "" : minute(newest),
  ]);
  return [
    `index: ${plain(file)} (${megabytes(bytes)})`,
    ...(enabled ? [] : ["search is switched off: sessions_search in workspace.yaml"]),
    ...projects.map((project) => `project: ${plain(project)}`),
    ...(rows.length === 0 ? ["nothing is indexed yet"] : [textTable(rows)]),
    ...problems.map(({ agent, path, detail }) => `not readable: ${agent}, ${plain(path)}: ${plain(detail)}`),
  ].join("\n");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `2026-11-30T10:05:00.000Z` as `2026-11-30 10:05`, UTC as in the store. */
function minute(ts: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(ts) ? ts.slice(0, 16).replace("T", " ") : plain(ts);
}

/**
 * A colour or a move of the cursor, and every other control character but the tab and the end of a line; changes of
 * direction; and tags, which only a model would read.
 */
const CONTROLS = new RegExp(
  `${String.fromCharCode(27)}\\[[ -?]*[@-~]|[^\\P{Cc}\\t\\n]|[\\u202a-\\u202e\\u2066-\\u2069\\u{e0000}-\\u{e007f}]`,
  "gu",
);

/** A line in a turn that could be taken for the head of another one. */
const LIKE_OURS = /^(?=\[\d+\] |\(\d+ (?:earlier|later): |\(Cut here)/gm;

/** Text of others must move no cursor and colour nothing, nor look like another line of ours. */
function plain(text: string, lines = false): string {
  const clean = text.replace(CONTROLS, "");
  return lines ? clean : clean.replaceAll(/\s+/g, " ").trim();
}

/** Our marks mean what matched and nothing else: quotation marks of the text that look like them become others. */
function quoted(text: string): string {
  return plain(text, true).replaceAll(/\s+/g, " ").replaceAll("«", "“").replaceAll("»", "”");
}

/** Blanks count in a command; the end of a line would look like another one of ours. */
function argument(text: string): string {
  return plain(text, true).replaceAll(/[\t\n]/g, " ");
}
