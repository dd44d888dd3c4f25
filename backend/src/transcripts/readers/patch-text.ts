const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The files that patches in a text name, as the programs write them that have their models write patches. */
export function filesOfPatches(given: string): string[] {
  // A patch inside JSON has its line ends escaped, also twice where it is an argument of a shell.
  const text = given.replace(/\\+n/g, "\n");
  return [...text.matchAll(PATCHED)].map(([, path = ""]) => path.replace(/\\*"[^\n]*$/, "").trim()).filter(Boolean);
}
