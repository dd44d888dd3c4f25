import { shellWord } from "../../lib/shell-line.ts";
import type { FormatOptions, Search } from "../../search/index.ts";
import { openCommandSearch } from "../open-command-search.ts";
import { createProgressBar } from "./progress-bar.ts";

/** What is printed, and the exit code where it is not 0. */
interface Outcome {
  text: string;
  code?: number;
}

interface Opened {
  search: Search;
  format: FormatOptions;
}

/** A first index of a very large store takes longer: then what there is answers, and says that there will be more. */
const PATIENCE_MS = 20_000;

/** Opens the index of the workspace, or of the folder, prints what `use` makes of it, and closes it. */
export async function withSearch(
  flags: { workspace?: string | undefined },
  use: (opened: Opened) => Promise<Outcome>,
): Promise<number> {
  const opened = await openCommandSearch(flags, PATIENCE_MS);
  const { search } = opened;
  const bar = createProgressBar(process.stderr);
  const stop = search.onIndexing((state) => bar.show(state));
  try {
    const program = flags.workspace ? `thoth --workspace ${shellWord(flags.workspace)}` : "thoth";
    const format = {
      show: (session: string, seq: number) => `${program} sessions show ${shellWord(session)} --around ${seq}`,
      wider: "Options that widen: --any, --all-projects; a * after a word; fewer words.",
    };
    const { text, code = 0 } = await use({ search, format });
    bar.clear();
    console.log(text);
    await opened.settle();
    return code;
  } finally {
    stop();
    bar.clear();
    await opened.close();
  }
}
