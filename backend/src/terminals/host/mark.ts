const TERMINAL_MARK = "THOTH_TERMINAL";

/** The variable that a terminal's program and all it starts carry: so they are known also once their parent is gone. */
export const mark = (terminal: string): Record<string, string> => ({ [TERMINAL_MARK]: terminal });

export const markText = (terminal: string): string => `${TERMINAL_MARK}=${terminal}`;
