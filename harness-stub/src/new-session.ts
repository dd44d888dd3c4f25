import { join } from "node:path";
import { writeAtomic } from "./atomic-write.ts";
import type { Author, FieldChanges } from "./change-manifest.ts";
import { yamlText } from "./manifest/yaml-text.ts";
import { MANIFEST_FILE } from "./workflow.ts";

export interface NewSession {
  question: string;
  name: string | null;
  group: string | null;
}

/** Writes the manifest of a session that begins now. */
export function createManifest(folder: string, id: string, session: NewSession, { by, now }: Author): void {
  const time = now.toISOString();
  const fields: FieldChanges = {
    session_id: id,
    question: session.question,
    name: session.name,
    status: "open",
    author: by,
    created_at: time,
    updated_at: time,
    updated_by: by,
    summary: null,
    archived: false,
    group: session.group,
    activity_at: time,
    forked_from: null,
  };
  writeAtomic(join(folder, MANIFEST_FILE), manifestText(fields));
}

/** A manifest of these fields, one a line. */
export const manifestText = (fields: FieldChanges) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}: ${yamlText(value)}\n`)
    .join("");
