import { createJsonlSplitter } from "./jsonl.ts";

/** The lines of a byte stream as they come; throws RangeError for one of more than `maxLine` UTF-16 units. */
export async function* jsonlLines(chunks: AsyncIterable<Buffer>, maxLine: number): AsyncGenerator<string, void> {
  let lines: string[] = [];
  const splitter = createJsonlSplitter({
    maxLine,
    onLine: (line) => lines.push(line),
    onOversize: (length) => {
      throw new RangeError(`a line of ${length} characters`);
    },
  });
  const taken = () => {
    const given = lines;
    lines = [];
    return given;
  };
  for await (const chunk of chunks) {
    splitter.push(chunk);
    yield* taken();
  }
  splitter.end();
  yield* taken();
}
