/** The last part of a folder's path, as a short name; the path itself where it has no parts. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
