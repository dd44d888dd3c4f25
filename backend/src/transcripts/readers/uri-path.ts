import { fileURLToPath } from "node:url";
import { asDictionary, asText } from "../values.ts";

/** A local folder, or the path on the machine that the editor was connected to. */
export function pathOfUri(uri: unknown): string | null {
  const text = asText(uri) || asText(asDictionary(uri)?.external);
  try {
    if (text.startsWith("file://")) return fileURLToPath(text).replace(/(.)\/$/, "$1");
    return text.startsWith("vscode-remote://") ? decodeURIComponent(new URL(text).pathname) : null;
  } catch (error) {
    // No address, a host in a file's, or a percent sign that stands for nothing.
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}
