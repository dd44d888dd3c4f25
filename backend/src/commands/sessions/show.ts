import { formatTranscript } from "../../search/index.ts";
import type { Given } from "../command.ts";
import { jsonText } from "../json-text.ts";
import { number } from "../values.ts";
import { withSearch } from "./with-search.ts";

const MOST_TURNS = 1000;

type ShowFlags = Partial<Record<"around" | "limit" | "json" | "workspace", string>>;

/** `thoth sessions show ID`: its turns. */
export async function show(flags: ShowFlags, { words: [id = ""] }: Given): Promise<number> {
  const { around, limit } = flags;
  const range = {
    ...(around === undefined ? {} : { around: number("--around", around, 0, Number.MAX_SAFE_INTEGER, "whole") }),
    ...(limit === undefined ? {} : { limit: number("--limit", limit, 1, MOST_TURNS, "whole") }),
  };
  return withSearch(flags, async ({ search, format }) => {
    const transcript = await search.transcript(await search.resolve(id), range);
    return { text: flags.json === undefined ? formatTranscript(transcript, format) : jsonText(transcript) };
  });
}
