import { writeSync } from "./fs.ts";
import { systemCode } from "./problem.ts";

/** Standard output and standard error. */
type Descriptor = 1 | 2;

/**
 * Writes everything before it resolves, through a pipe too. A reader that has gone away is no failure; false says so.
 */
export async function write(to: Descriptor, content: string | Uint8Array): Promise<boolean> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(to, bytes, written);
  } catch (error) {
    // A pipe that doesn't block and is full: only the stream can wait until there is room.
    if (systemCode(error) === "EAGAIN") return writeStream(to, bytes.subarray(written));
    if (systemCode(error) !== "EPIPE") throw error;
    return false;
  }
  return true;
}

function writeStream(to: Descriptor, bytes: Uint8Array): Promise<boolean> {
  const stream = to === 1 ? process.stdout : process.stderr;
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => {
      stream.off("error", done);
      if (!error || systemCode(error) === "EPIPE") resolve(!error);
      else reject(error);
    };
    stream.once("error", done);
    stream.write(bytes, done);
  });
}

/** Aligned columns for people; control characters of the cells are made harmless. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, 200)));
  const widths = cells.reduce<number[]>((max, row) => row.map((cell, i) => Math.max(cell.length, max[i] ?? 0)), []);
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line without control characters, cut at `limit` characters. */
export function oneLine(text: string, limit = 72): string {
  const characters = [...text.replaceAll(/\p{Cc}+/gu, " ").trim()];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : characters.join("");
}
