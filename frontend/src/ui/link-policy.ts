const ALLOWED = new Set(["http:", "https:", "mailto:"]);

/**
 * The address of a link in a document, or undefined where it must not become one. Documents are written by a model from
 * data, so only absolute addresses of these schemes pass: a relative one would lead into the application itself.
 */
export function safeAddress(address: string | undefined): string | undefined {
  if (!address) return undefined;
  if (address.startsWith("#")) return address;
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    return undefined;
  }
  if (!ALLOWED.has(parsed.protocol)) return undefined;
  // user:password@host shows a trusted name and leads elsewhere.
  if (parsed.username || parsed.password) return undefined;
  return parsed.href;
}
