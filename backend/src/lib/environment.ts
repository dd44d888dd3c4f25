/** What every program needs to run at all, and nothing that is a secret. */
const BASIC = /^(PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|USER|LOGNAME|SystemRoot|NODE_EXTRA_CA_CERTS)$/;

/** A child's environment: the basic variables of `from`, the named ones too where set, and `extra` on top. */
export function allowedEnvironment(
  from: NodeJS.ProcessEnv,
  extra: Record<string, string> = {},
  alsoAllowed: readonly string[] = [],
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(from))
    if (value !== undefined && (BASIC.test(name) || alsoAllowed.includes(name))) allowed[name] = value;
  return { ...allowed, ...extra };
}
