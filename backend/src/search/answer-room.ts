import type { SearchAnswer, Transcript, Turn } from "../../api/search.ts";
import { cutText } from "../lib/cut-text.ts";
import { type FormatOptions, formatAnswer, formatTranscript } from "./format.ts";

/** Bytes one answer may have: what agents cut at 20 kB on their own lacks the line that says how to read on. */
const ROOM = 19_500;
/** For the lines about what is left out. */
const NOTE = 500;

const bytes = (text: string) => Buffer.byteLength(text);

/** As many hits as there is room for, best first, and how many there are besides. */
export function answerInRoom(answer: SearchAnswer, format: FormatOptions): string {
  const whole = formatAnswer(answer, format);
  if (bytes(whole) <= ROOM) return whole;
  let { hits } = answer;
  while (hits.length > 0 && bytes(formatAnswer({ ...answer, hits }, format)) > ROOM - NOTE) hits = hits.slice(0, -1);
  const left = answer.hits.length - hits.length;
  const note =
    left === 0
      ? ""
      : `(Cut here: ${left} more hits. To see them, narrow the search: more words, or role, agent, session, sinceDays.)`;
  return inRoom(formatAnswer({ ...answer, hits }, format), note);
}

export interface ReadOn {
  /** Shows a session's turn, or its document, from a character on. */
  from(place: { session: string; around: number; from: number }): string;
}

/**
 * The turns around `around` that there is room for, else those from the beginning, and how to get those before and
 * after. `from`: of that one turn, what comes after so many characters; a turn that is longer than an answer is cut.
 */
export function transcriptInRoom(
  transcript: Transcript,
  { around, from = 0 }: { around?: number | undefined; from?: number | undefined },
  format: FormatOptions & ReadOn,
): string {
  const { turns } = transcript;
  const at =
    around === undefined
      ? 0
      : Math.max(
          0,
          turns.findLastIndex(({ seq }) => seq <= around),
        );
  const text = (first: number, end: number) =>
    formatTranscript(
      {
        ...transcript,
        turns: turns.slice(first, end),
        before: transcript.before + first,
        after: transcript.after + turns.length - end,
      },
      format,
    );
  const fits = (first: number, end: number) => bytes(text(first, end)) <= ROOM;
  if (turns[at] && (from > 0 || !fits(at, at + 1))) return oneTurn(transcript, at, from, format);
  let [first, end] = [at, Math.min(at + 1, turns.length)];
  for (let grown = true; grown; ) {
    grown = false;
    if (end < turns.length && fits(first, end + 1)) {
      end++;
      grown = true;
    }
    if (first > 0 && fits(first - 1, end)) {
      first--;
      grown = true;
    }
  }
  return text(first, end);
}

function oneTurn(transcript: Transcript, at: number, from: number, format: FormatOptions & ReadOn): string {
  const turn = transcript.turns[at] as Turn;
  const whole = turn.text.slice(from).toWellFormed();
  const session = `${transcript.agent}:${transcript.sessionId}`;
  const text = (shown: string) =>
    formatTranscript(
      {
        ...transcript,
        turns: [{ ...turn, text: shown }],
        before: transcript.before + at,
        after: transcript.after + transcript.turns.length - at - 1,
      },
      format,
    );
  let shown = whole;
  // What is escaped or left out changes the length: it is near the mark after a step or two.
  for (
    let over = bytes(text(shown)) - (ROOM - NOTE);
    over > 0 && shown !== "";
    over = bytes(text(shown)) - (ROOM - NOTE)
  )
    shown = cutBytes(shown, Math.max(0, bytes(shown) - over));
  const next = from + shown.length;
  if (whole === "") return inRoom(text(""), `(Turn ${turn.seq} has ${turn.text.length} characters: that was all.)`);
  // No room for a character of it: whatever comes with it is what is too long, and reading on would not end.
  if (shown === "" || next >= turn.text.length) return inRoom(text(shown), "");
  const how = format.from({ session, around: turn.seq, from: next });
  return inRoom(text(shown), `(Cut here: turn ${turn.seq} has ${turn.text.length} characters. Its next part: ${how})`);
}

/** The beginning of a text that takes no more bytes than that, in whole characters. */
function cutBytes(text: string, max: number): string {
  return cutText(text, new TextEncoder().encodeInto(text, new Uint8Array(max)).read);
}

/** Whatever else an answer is made of is cut too. */
export function inRoom(text: string, note: string): string {
  const tail = note === "" ? "" : `\n\n${note}`;
  if (bytes(text) + bytes(tail) <= ROOM) return text + tail;
  const cut = note === "" ? "\n\n(Cut here: there is no room for more in one answer.)" : tail;
  return `${cutBytes(text, ROOM - bytes(cut)).trimEnd()}${cut}`;
}
