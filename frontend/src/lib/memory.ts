const prefix = "thoth.";

/** What this browser keeps of the reader's choices. Storage may be full or forbidden: then nothing is kept. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    // Not kept; the page works without.
  }
}
