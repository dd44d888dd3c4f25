import type { SearchAnswer } from "../../api/search.ts";

type Notice = NonNullable<SearchAnswer["notice"]>;

export interface Searched {
  projects: readonly string[];
  everything: boolean;
  any: boolean;
  filtered: boolean;
  words: number;
}

export const switchedOff: Notice = {
  code: "switched-off",
  text: "Search is switched off here: workspace.yaml says sessions_search: false. Set it to true, or remove the line, to search.",
};

export function noWords(searched: Searched): Notice {
  return {
    code: "no-words",
    text: `There is no word to look for. ${where(searched)} is searched: give one or more words, "a phrase", or a beginning*.`,
  };
}

export function nothingIndexed(searched: Searched): Notice {
  const more = searched.everything ? "" : " To search what agents did elsewhere, search all projects.";
  return {
    code: "nothing-indexed",
    text: `Nothing was said yet in ${where(searched)}: no agent's transcript and no session of a workspace belongs to it.${more}`,
  };
}

export function noHits(searched: Searched): Notice {
  const wider: string[] = [];
  if (searched.words > 1 && !searched.any) wider.push("any of the words instead of all (any)");
  if (searched.filtered) wider.push("fewer filters");
  if (!searched.everything) wider.push("all projects");
  wider.push("a beginning* in place of a word");
  return {
    code: "no-hits",
    text: `Nothing was found in ${where(searched)}. What would widen it: ${wider.join("; ")}.`,
  };
}

export function notWritable(file: string, why: string): Notice {
  return {
    code: "not-writable",
    text:
      `The index ${file} can't be written: ${why}. What could be read was searched, and has to be read again each time. ` +
      "Make room, or make its folder writable, or name another with THOTH_HOME.",
  };
}

function where({ projects, everything }: Searched): string {
  if (everything) return "all projects";
  const [only, ...others] = projects;
  return only === undefined ? "this workspace" : others.length === 0 ? only : `${projects.length} projects`;
}
