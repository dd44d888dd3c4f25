import type { Workspace } from "@thothii/backend/api/workspace";
import { useEffect } from "react";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";
import { useToast } from "../ui/toast.tsx";

/** Says once that the workspace is a sample that the server has just made, and where. */
export function useDemoWelcome(workspace: Workspace | undefined): void {
  const { t } = useTexts();
  const toast = useToast();
  const path = workspace?.created ? workspace.path : null;
  useEffect(() => {
    if (!path || remembered("welcomed") === path) return;
    remember("welcomed", path);
    toast.show({ text: t("app.demoCreated", { path }) });
  }, [path, t, toast]);
}
