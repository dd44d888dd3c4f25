/** A command as data: what is parsed and what help says come from the same place. */
export interface Command {
  name: string;
  summary: string;
  /** What may stand after the name besides options; a command without takes none. */
  words?: Words;
  flags: readonly Flag[];
  /** More for its help, such as variables of the environment. */
  notes?: string;
  /** Commands below this one, chosen by its first word. */
  commands?: readonly Command[];
  /** Brings in the command's code, only when it runs. Absent where there is something to do only below. */
  load?(): Promise<Run>;
}

interface Words {
  /** As help shows it: `ID`, `[WORD…]`. */
  usage: string;
  least: number;
  most: number;
}

export interface Flag {
  name: string;
  /** What to give with it; absent for one that is only there or not, and is then `""` where it is. */
  value?: string;
  /** It may be given several times, and comes in `lists`. */
  repeats?: true;
  help: string;
}

/** Answers the exit code. Expected failures are thrown: problems end with 1, a {@link UsageError} with 2. */
type Run = (flags: Record<string, string | undefined>, given: Given) => Promise<number>;

export interface Given {
  /** What stands after the name, and everything after `--`. */
  words: readonly string[];
  /** The values of each option that repeats, in order; empty where it was not given. */
  lists: Readonly<Record<string, readonly string[]>>;
}

/** The command line can't be understood; the message says what would do. */
export class UsageError extends Error {
  override name = "UsageError";
}
