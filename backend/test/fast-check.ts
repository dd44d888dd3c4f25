import fc from "fast-check";

/*
 * The same code gets the same answer: what is drawn at random is drawn alike every time, and anew with
 * THOTH_SEED=random. A number there repeats the run that named it.
 */
const { THOTH_SEED } = process.env;
if (THOTH_SEED !== "random") fc.configureGlobal({ seed: Number(THOTH_SEED ?? 20_251_130) });

export { fc };
