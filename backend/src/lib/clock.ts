/** Time as it is taken from outside, so that tests make fifteen minutes pass at once. */
export type Clock = {
  now(): Date;
  /** Calls once after `ms`; returns what takes it back. Never keeps the process alive. */
  after(ms: number, call: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
