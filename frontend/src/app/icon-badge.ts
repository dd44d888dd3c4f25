const plain = "/icon.svg";
let drawing: Promise<string> | null = null;

/** Shows how many sessions wait on the tab's icon; none takes the mark away. */
export async function showIconBadge(count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.dataset.waiting = String(count);
  if (count === 0) {
    link.href = plain;
    return;
  }
  drawing ??= fetch(plain).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(plain))));
  try {
    const icon = await drawing;
    // Another count may have come while it was loading.
    if (link.dataset.waiting === String(count))
      link.href = `data:image/svg+xml,${encodeURIComponent(badged(icon, count))}`;
  } catch {
    // The title says it too; the next count tries again.
    drawing = null;
  }
}

/** The icon with a count in its corner; more than nine are many. */
export function badged(icon: string, count: number): string {
  const text = count > 9 ? "9+" : String(count);
  const size = text.length > 1 ? 12 : 16;
  const mark =
    '<circle cx="21.5" cy="10.5" r="10.5" fill="#8f5607" stroke="#fff" stroke-width="1.5"/>' +
    `<text x="21.5" y="${10.5 + size * 0.36}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#fff">${text}</text>`;
  return icon.replace(/<\/svg>\s*$/, `${mark}</svg>`);
}
