import { createEmulator, replay } from "../../backend/src/terminals/emulator/index.ts";
import { judge } from "../../backend/test/pty/recording.ts";
import { givenRecordings, ownRecordings } from "../../backend/test/pty/stored-recordings.ts";
import { count, markdownTable } from "./measures.mjs";
import { sampling, stitching } from "./transcript-rivals.mjs";

/** What is left of each recording's lines by three ways, and what it costs. Resolves with Markdown. */
export async function benchTranscript() {
  const rows = [];
  for (const recorded of [...ownRecordings(), ...givenRecordings()]) {
    console.error(`transcript: ${recorded.name} …`);
    const cells = [];
    for (const way of [sampling, stitching, ledger]) {
      const before = process.threadCpuUsage();
      const lines = await way(recorded);
      const { user, system } = process.threadCpuUsage(before);
      const { found, duplicates, rows: shown } = judge(lines, recorded);
      const share = recorded.expect.length === 0 ? "–" : `${((found / recorded.expect.length) * 100).toFixed(1)} %`;
      cells.push(share, count(duplicates), count(shown), ((user + system) / 1000).toFixed(0));
    }
    rows.push([recorded.name, (recorded.bytes.length / 1000).toFixed(0), count(recorded.expect.length), ...cells]);
  }
  const each = (name) => [`${name}: lines in order`, "copies", "rows", "CPU, ms"];
  return markdownTable(
    ["recording", "kB", "known lines", ...each("sampling"), ...each("stitching"), ...each("ledger")],
    rows,
  );
}

async function ledger({ name, bytes, cols, rows, resizes }) {
  const start = name.includes("tail") ? bytes.length : 0;
  const size = { cols, rows };
  const emulator = start > 0 ? await replay({ bytes, start, ...size, resizes: [] }) : createEmulator(size);
  let at = start > 0 ? bytes.length : 0;
  for (const { offset, ...resized } of resizes) {
    await emulator.write(bytes.subarray(at, offset));
    emulator.resize(resized.cols, resized.rows);
    at = offset;
  }
  await emulator.write(bytes.subarray(at));
  const { text } = emulator.transcript();
  emulator.dispose();
  return text.split("\n");
}
