/** Numbers in [0, 1) from a 32-bit seed: the same seed gives the same sequence on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks an index with probability proportional to its weight. */
export function weightedPicker(weights: readonly number[], random: () => number): () => number {
  const cumulative: number[] = [];
  let total = 0;
  for (const weight of weights) {
    total += weight;
    cumulative.push(total);
  }
  return () => {
    const point = random() * total;
    const index = cumulative.findIndex((edge) => point < edge);
    return index < 0 ? weights.length - 1 : index;
  };
}
