import { useTexts } from "../../lib/i18n.ts";

/** What Enter does in a field of many lines, and where there is a Shift key how to get a new line. */
export function KeyHint({ enter }: { enter: string }) {
  const { t } = useTexts();
  return (
    <>
      {enter}
      <span className="touch:hidden"> · {t("chat.newLine")}</span>
    </>
  );
}
