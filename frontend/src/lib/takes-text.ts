/** Selects what is typed into. */
export const TAKES_TEXT = "input, textarea, select, [contenteditable]";
