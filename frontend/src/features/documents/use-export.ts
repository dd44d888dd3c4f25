import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { fileName, saveBlob } from "../../lib/save-file.ts";
import { useToast } from "../../ui/toast.tsx";
import type { ExportProgress } from "./export/export-session.ts";

/** Progress is told so often a second, however fast the bytes come. */
const TOLD_EVERY_MS = 150;

export type Exporting = {
  /** Null while none is under way. */
  progress: ExportProgress | null;
  /** Makes the zip and hands it over as `<name>.zip`; one at a time. */
  start: (name: string) => void;
  cancel: () => void;
};

/** The export of a session. It ends with the panel that asked for it. */
export function useExport(id: string): Exporting {
  const { t, language } = useTexts();
  const toast = useToast();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(name: string) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ file: 0, of: 0, bytes: 0 });
    let told = 0;
    try {
      const { exportSession } = await import("./export/export-session.ts");
      const zip = await exportSession(id, {
        t,
        language,
        now: new Date().toISOString(),
        signal: controller.signal,
        onProgress(next) {
          if (performance.now() - told < TOLD_EVERY_MS) return;
          told = performance.now();
          setProgress(next);
        },
      });
      controller.signal.throwIfAborted();
      const file = fileName(`${name}.zip`);
      saveBlob(file, zip);
      toast.show({ text: t("documents.exporting.done", { file }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      const { text, detail } = problemText(t, error);
      toast.show({
        kind: "failed",
        text: t("documents.exporting.failed"),
        detail: [text, detail].filter(Boolean).join(" "),
      });
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, start: (name) => void run(name), cancel: () => running.current?.abort() };
}
