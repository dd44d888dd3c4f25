const PERMISSIONS = "its permissions, or those of a folder above it, don't allow it";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: PERMISSIONS,
  EPERM: PERMISSIONS,
  EROFS: "it lies on a file system that is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EIO: "the disk failed",
  ENOENT: "it, or a folder above it, is not there",
  EISDIR: "it is a folder",
  ENOTDIR: "a file lies where a folder above it should be",
  EEXIST: "a file lies where a folder above it should be",
  ELOOP: "it is a link that leads in a circle",
  ENAMETOOLONG: "its path is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
};

/** Why the system refused something with a file, in words; null where it is nothing that a person could mend. */
export function fileRefusal(error: unknown): string | null {
  const { code = "" } = error as NodeJS.ErrnoException;
  return Object.hasOwn(REASONS, code) ? (REASONS[code] as string) : null;
}
