const WORDS =
  "amber basalt cedar delta ember fjord garnet hazel iris juniper kelp lagoon maple nectar opal pebble quartz raven".split(
    " ",
  );

/** Numbers between 0 and 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A maker of lines: each begins with its number, so that no two are equal. */
export function lineMaker(seed: number, name = "line"): (number: number, words?: number) => string {
  const next = random(seed);
  return (number, words = 5) =>
    `${name} ${number} ${Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(" ")}`;
}

export function makeLines(seed: number, count: number, name?: string): string[] {
  const make = lineMaker(seed, name);
  return Array.from({ length: count }, (_, i) => make(i + 1));
}
