import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder, by its real path, that is gone when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "thoth-store-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
