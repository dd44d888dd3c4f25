export type Platform = "mac" | "windows" | "other";

/** What a key means in a terminal: it is the program's, or the page's for one of these. */
export type TerminalKey = "program" | "leave" | "find" | "copy" | "paste";

type Key = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function thisPlatform(name: string = navigator.platform): Platform {
  if (/Mac|iPhone|iPad/.test(name)) return "mac";
  return /Win/.test(name) ? "windows" : "other";
}

/**
 * Nearly every key is the program's. Copying and pasting have the keys they have in the system's own terminals, where
 * Ctrl-C stops a program. Ctrl-Shift-F6 leaves: no program hears of it, as a terminal can't tell it apart.
 */
export function terminalKey(event: Key, platform: Platform, hasSelection: boolean): TerminalKey {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  if (event.key === "F6" && ctrlKey && shiftKey) return "leave";
  if (altKey) return "program";
  const letter = event.key.toLowerCase();
  if (platform === "mac") {
    if (!metaKey || ctrlKey) return "program";
    if (letter === "f") return "find";
    if (letter === "c") return "copy";
    return letter === "v" ? "paste" : "program";
  }
  if (!ctrlKey || metaKey) return "program";
  if (letter === "f") return "find";
  if (letter === "c" && (shiftKey || (platform === "windows" && hasSelection))) return "copy";
  if (letter === "v" && (shiftKey || platform === "windows")) return "paste";
  return "program";
}
