/** The files of a session's folder that the harness itself writes; the others are the workflow's documents. */
export const MANIFEST_FILE = "session_manifest.yaml";
export const LEDGER_FILE = "review_decisions.jsonl";
