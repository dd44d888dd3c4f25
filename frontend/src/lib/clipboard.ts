/** Puts text on the clipboard. Rejects where the browser refuses, so that the caller can say so. */
export async function copyText(text: string): Promise<void> {
  // Absent where the page is served over plain HTTP from another machine.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("the browser refused to copy");
}
