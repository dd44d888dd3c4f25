/** A command as data: what is parsed and what help says come from the same place. */
export interface Command {
  name: string;
  summary: string;
  flags: readonly Flag[];
  /** More for its help, such as variables of the environment. */
  notes?: string;
  /** Brings in the command's code, only when it runs. */
  load(): Promise<(flags: Record<string, string | undefined>) => Promise<number>>;
}

interface Flag {
  name: string;
  /** What to give with it; absent for one that is only there or not, and is then `""` where it is. */
  value?: string;
  help: string;
}
