/** The address where it is one of the web; null for every other kind, which a program must not make the page open. */
export function webLink(address: string): string | null {
  try {
    const { protocol, href } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}
