// How secrets look. Kept narrow: a hash of a commit, a UUID, an identifier in code or a column in SQL is none.

export interface SecretShape {
  /** What stands in its place: `[redacted:KIND]`. */
  kind: string;
  /** With a group named `secret` where only a part is one. Global. */
  pattern: RegExp;
  /** A match that is none after all. */
  unless?: (secret: string, match: string) => boolean;
}

/** Tokens that tell by themselves what they are. */
export const TOKENS: readonly SecretShape[] = [
  token("anthropic-key", "sk-ant-[A-Za-z0-9_-]{20,}"),
  token("openai-key", "sk-(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{20,}"),
  token("stripe-key", "(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16,}"),
  token("github-token", "gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}"),
  token("gitlab-token", "gl(?:pat|ptt|rt|dt|cbt|ft|soat)-[A-Za-z0-9_-]{20,}"),
  token("slack-token", "xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}"),
  token("aws-key", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
  token("google-key", "AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{28}|ya29\\.[A-Za-z0-9_-]{20,}"),
  token("npm-token", "npm_[A-Za-z0-9]{36}"),
  token("pypi-token", "pypi-AgEI[A-Za-z0-9_-]{40,}"),
  token("huggingface-token", "hf_[A-Za-z0-9]{30,}"),
  token("docker-token", "dckr_[po]at_[A-Za-z0-9_-]{20,}"),
  token("sendgrid-key", "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"),
  token("api-key", "(?:gsk|r8|figd|lin_api|nvapi|xai|pplx|shpat|shpss|dop_v1|sntrys|glsa|tvly)[_-][A-Za-z0-9_-]{24,}"),
  token("age-key", "AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
  token("telegram-token", "\\d{8,10}:AA[A-Za-z0-9_-]{33}"),
  token("jwt", "eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}"),
  {
    kind: "slack-webhook",
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9/_-]{20,})/g,
  },
];

// A program may print megabytes without a line's end: what can't be bounded must not be tried from every place of it.

/** The last part of a name, whatever stands before it. */
const NAMES =
  "(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?key|account[_-]?key|credentials?)(?:[_-](?:id|key|value|base))?";

const START = "(?<![A-Za-z0-9])";

/** What is a secret because of what stands before it. */
export const NAMED: readonly SecretShape[] = [
  { kind: "authorization", pattern: /\b(?:Bearer|Basic|Token)\s+(?<secret>[A-Za-z0-9._~+/=-]{16,})/g, unless: isWord },
  {
    kind: "authorization",
    pattern: /\bauthorization["']?\s*[:=]\s*["']?(?<secret>[^\s"',;]{16,})/gi,
    unless: isPlaceholder,
  },
  { kind: "cookie", pattern: /\b(?:set-)?cookie["']?:\s*(?<secret>[^\s=;]{1,256}=[^\r\n"']{8,})/gi },
  {
    kind: "password",
    pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"'<>]{0,256}:(?<secret>[^\s/"'<>]{1,256})@/gi,
    unless: isPlaceholder,
  },
  { kind: "password", pattern: /\b(?:password|pwd)=(?<secret>[^;\s"']{1,128})(?=;)/gi, unless: isPlaceholder },
  { kind: "key", pattern: /\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=(?<secret>[A-Za-z0-9+/=%&]{20,})/g },
  {
    kind: "secret",
    pattern: new RegExp(`--(?:[A-Za-z0-9]{1,32}[_-]){0,6}${NAMES}[= ](?<secret>[^\\s"'-][^\\s"']{7,})`, "gi"),
    unless: isPlaceholder,
  },
  // NAME=value, without blanks: a shell, an .env file.
  { kind: "secret", pattern: new RegExp(`${START}${NAMES}=(?<secret>[^\\s"'\`;&|,]{8,})`, "gi"), unless: isNoValue },
  // "name": "value", name = 'value'
  {
    kind: "secret",
    pattern: new RegExp(
      `${START}${NAMES}["'\`]?\\s{0,8}(?::|=|:=|=>)\\s{0,8}(?<quote>["'\`])(?<secret>[^"'\`\\s]{8,})\\k<quote>`,
      "gi",
    ),
    unless: isNoValue,
  },
  // name: value, where the value can't be a word.
  {
    kind: "secret",
    pattern: new RegExp(`${START}${NAMES}\\s{0,8}[:=]\\s{1,8}(?<secret>[^\\s"'\`,;]{8,})`, "gi"),
    unless: (secret) => isNoValue(secret) || isWord(secret),
  },
];

function token(kind: string, shape: string): SecretShape {
  return { kind, pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${shape})`, "g"), unless: isMasked };
}

/** As in examples: one character over and over, or hidden already. */
function isMasked(secret: string): boolean {
  return /(.)\1{9,}/.test(secret) || /\*{3,}|\.{3}|…/.test(secret);
}

function isPlaceholder(secret: string): boolean {
  return (
    isMasked(secret) || /^[$<{%[(*]|^(?:x+|your[-_].*|changeme|example|redacted|null|none|undefined)$/i.test(secret)
  );
}

/** Code that gets a value from elsewhere, a type, a placeholder. */
function isNoValue(secret: string): boolean {
  return (
    isPlaceholder(secret) ||
    /[()[\]{}<>$]|^(?:process|os|env|config|settings|self|this|req|params|import)\b|^\/|^\d{1,4}$/.test(secret)
  );
}

/** Letters alone, or words joined by dots and dashes. */
function isWord(secret: string): boolean {
  return /^[\p{L}._-]+$/u.test(secret) || /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[0-9]{0,2}$/.test(secret);
}
