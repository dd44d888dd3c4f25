import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "../lib/clipboard.ts";
import { useTexts } from "../lib/i18n.ts";
import { IconButton } from "./icon-button.tsx";

type CopyButtonProps = {
  /** Its name and tooltip: "Copia SQL finale". */
  label: string;
  /** Asked when pressed, so that it is what is shown then. */
  text: () => string;
  size?: "md" | "sm";
};

const SHOWN_MS = 2_000;
const ICONS = {
  copied: <Check aria-hidden="true" className="text-ok" />,
  failed: <X aria-hidden="true" className="text-loss" />,
};

/** Copies, and says for two seconds whether it did: by its icon, and to screen readers. */
export function CopyButton({ label, text, size = "md" }: CopyButtonProps) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    copyText(text()).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );

  return (
    <>
      <IconButton
        label={outcome === "failed" ? t("documents.copyFailed") : label}
        icon={outcome ? ICONS[outcome] : <Copy aria-hidden="true" />}
        size={size}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {outcome === "copied" && t("documents.copied")}
        {outcome === "failed" && t("documents.copyFailed")}
      </span>
    </>
  );
}
