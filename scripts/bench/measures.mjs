/** The middle one of some numbers. */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Times some actions side by side, `rounds` times one after another, so that whatever else the machine does meets all of
 * them alike. Each action returns milliseconds; the answer has the median of each.
 */
export function sideBySide(actions, rounds) {
  const times = Object.keys(actions).map((name) => [name, []]);
  for (let round = 0; round < rounds; round += 1) for (const [name, list] of times) list.push(actions[name]());
  return Object.fromEntries(times.map(([name, list]) => [name, median(list)]));
}

/** A Markdown table. */
export const markdownTable = (header, rows) =>
  [header, header.map(() => "---:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
