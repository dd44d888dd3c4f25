/** The number that a share of some numbers does not exceed: 0.95 gives their 95th percentile. */
export const percentile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/** The middle one of some numbers. */
export const median = (numbers) => percentile(numbers, 0.5);

/**
 * Times some actions side by side, `rounds` times one after another, so that whatever else the machine does meets all of
 * them alike. Each action resolves with milliseconds; the answer has the median of each.
 */
export async function sideBySide(actions, rounds) {
  const times = Object.keys(actions).map((name) => [name, []]);
  for (let round = 0; round < rounds; round += 1) for (const [name, list] of times) list.push(await actions[name]());
  return Object.fromEntries(times.map(([name, list]) => [name, median(list)]));
}

/** A Markdown table. */
export const markdownTable = (header, rows) =>
  [header, header.map(() => "---:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export const count = (number) => number.toLocaleString("en");
export const ms = (time) => time.toFixed(0);
export const kilobytes = (bytes) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
/** How many times one is the other. */
export const times = (ratio) => `${ratio.toFixed(2)} ×`;
