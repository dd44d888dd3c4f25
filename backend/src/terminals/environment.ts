/** The server's own, npm's and pnpm's, and what would change how any Node program runs. */
const PREFIXES = /^(THOTH_|npm_|PNPM_|VSCODE_(INSPECTOR|IPC)_?)/i;
const NAMES = new Set([
  "NODE_OPTIONS",
  "NODE_CHANNEL_FD",
  "NODE_UNIQUE_ID",
  "INIT_CWD",
  "THT_AGENT",
  // By these an agent knows its own children: one started under them keeps no transcript, or refuses to start.
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_EXECPATH",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_PID",
  "AI_AGENT",
  "AGENT",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "CODEX_MANAGED_BY_NPM",
  "CODEX_INTERNAL_ORIGINATOR_OVERRIDE",
  "GEMINI_CLI",
  "QWEN_CODE",
  "OPENCODE",
  "OPENCODE_PID",
  "OPENCODE_RUN_ID",
  "PI_CODING_AGENT",
  "PI_SESSION_ID",
  "PI_SESSION_FILE",
  "PI_PROVIDER",
  "PI_MODEL",
  "PI_REASONING_LEVEL",
  "CURSOR_AGENT",
  "CURSOR_TRACE_ID",
  "CLINE_ACTIVE",
  "AMP_CURRENT_THREAD_ID",
  // They describe the window that the server was started in, which is not the one the program will be in.
  "TMUX",
  "TMUX_PANE",
  "STY",
  "WINDOW",
  "WINDOWID",
  "TERMCAP",
  "COLUMNS",
  "LINES",
  "TERM_PROGRAM",
  "TERM_PROGRAM_VERSION",
  "TERM_SESSION_ID",
  "VTE_VERSION",
  "KITTY_WINDOW_ID",
  "KITTY_PID",
  "KONSOLE_VERSION",
  "ITERM_SESSION_ID",
  "ITERM_PROFILE",
  "LC_TERMINAL",
  "LC_TERMINAL_VERSION",
  "WT_SESSION",
  "WEZTERM_PANE",
  "ALACRITTY_WINDOW_ID",
  "GHOSTTY_RESOURCES_DIR",
]);

/** What npm and pnpm put before everything else on the PATH of a script. */
const NPM_FOLDER = /(^|\/)(node_modules\/\.bin|node-gyp-bin)\/?$/;

/**
 * What a terminal's program sees: the user's own environment, as if they had opened a window of their own. `extra` comes
 * on top. `THT_AGENT` tells the harness that no person types there.
 */
export function terminalEnvironment(
  from: NodeJS.ProcessEnv,
  { agent, extra = {} }: { agent: boolean; extra?: Readonly<Record<string, string>> },
): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(from))
    if (value !== undefined && !PREFIXES.test(name) && !NAMES.has(name)) own[name] = value;
  const path = from.PATH?.split(":").filter((folder) => !NPM_FOLDER.test(folder));
  return {
    ...own,
    ...(path ? { PATH: path.join(":") } : {}),
    LANG: isUtf8(from.LANG) ? (from.LANG as string) : "C.UTF-8",
    ...extra,
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    ...(agent ? { THT_AGENT: "1" } : {}),
  };
}

function isUtf8(locale: string | undefined): boolean {
  return /utf-?8/i.test(locale ?? "");
}
