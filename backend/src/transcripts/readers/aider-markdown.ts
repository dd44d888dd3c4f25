/** One run of the program in a history: from its heading to the next one's. */
export interface AiderRun {
  /** As the heading has it, `YYYY-MM-DD HH:MM:SS` in local time. */
  started: string;
  text: string;
}

export interface AiderTurn {
  role: "user" | "assistant";
  text: string;
}

const HEADING = /^# aider chat started at (.+)$/gm;
const FENCE = /^\s*(```|~~~)/;
/** Commands that are followed by what a person wants to say. */
const SAYING = /^\/(ask|code|architect|context|help|ok)\b\s*/;

export function runsIn(text: string): AiderRun[] {
  const headings = [...text.matchAll(HEADING)];
  return headings.map((heading, index) => ({
    started: heading[1]?.trim() ?? "",
    text: text.slice(heading.index + heading[0].length, headings[index + 1]?.index ?? text.length),
  }));
}

/** What was typed stands after `####`, what the program said after `>`, and what the model said by itself. */
export function turnsIn(run: AiderRun): AiderTurn[] {
  const lines = run.text.split(/\r?\n/);
  // Aider ends what was typed with two blanks; a heading in an answer has none. Editors take them away from both.
  const ends = lines.some((line) => /^#### .* {2}$/.test(line)) ? /^####( .* {2}| *)$/ : /^####( |$)/;
  const turns: AiderTurn[] = [];
  let channel: AiderTurn["role"] | "program" | null = null;
  let fenced = false;
  let said: string[] = [];
  const close = () => {
    const text = channel === "user" ? typed(said.join("\n").trim()) : said.join("\n").trim();
    if (text !== "" && (channel === "user" || channel === "assistant")) turns.push({ role: channel, text });
    said = [];
  };
  const speak = (next: typeof channel, line: string) => {
    if (next !== channel) close();
    channel = next;
    said.push(line);
  };
  for (const line of lines) {
    if (fenced) speak("assistant", line);
    else if (ends.test(line)) speak("user", line.slice(5).trimEnd());
    else if (/^>( |$)/.test(line)) speak("program", line.slice(2));
    else if (line.trim() === "") said.push("");
    else speak("assistant", line);
    if (channel === "assistant" && FENCE.test(line)) fenced = !fenced;
  }
  close();
  return turns;
}

/** The files that the program said it has changed. */
export function writtenIn(run: AiderRun): string[] {
  return [...run.text.matchAll(/^> (?:Applied edit to|Creating empty file) (.+)$/gm)].map(([, path = ""]) =>
    path.trim(),
  );
}

function typed(text: string): string {
  if (text === "<blank>") return "";
  return /^[/!]/.test(text) && !SAYING.test(text) ? "" : text.replace(SAYING, "");
}
