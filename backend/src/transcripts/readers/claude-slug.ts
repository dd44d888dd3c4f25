const LONGEST = 200;

/** The folder Claude Code keeps a project's sessions in. Lossy: only good for looking where it will look itself. */
export function claudeSlug(cwd: string): string {
  const slug = cwd.replace(/[^a-zA-Z0-9]/g, "-");
  if (slug.length <= LONGEST) return slug;
  let hash = 0;
  for (let index = 0; index < cwd.length; index++) hash = (hash * 31 + cwd.charCodeAt(index)) | 0;
  return `${slug.slice(0, LONGEST)}-${Math.abs(hash).toString(36)}`;
}
