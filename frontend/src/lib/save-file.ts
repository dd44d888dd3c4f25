import { cutText } from "./cut-text.ts";

/** Hands the reader a file made in the page. `type` is its media type. */
export function saveFile(name: string, content: string, type: string): void {
  saveBlob(name, new Blob([content], { type }));
}

export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(name);
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by the next task; revoking in this one would empty it in some browsers.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** A name every file system takes: no separators or controls, at most 120 characters. */
export function fileName(name: string): string {
  const plain = name
    .normalize("NFC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  if (plain.length <= 120) return plain || "file";
  const extension = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? "";
  return cutText(plain, 120 - extension.length).replace(/[\s…]+$/, "") + extension;
}
