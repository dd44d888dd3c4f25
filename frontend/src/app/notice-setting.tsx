import { useId, useState } from "react";
import { useTexts } from "../lib/i18n.ts";
import { noticesOn, setNotices } from "./waiting-notice.ts";

/** Off until a person asks for it here. */
export function NoticeSetting() {
  const { t } = useTexts();
  const hintId = useId();
  const [on, setOn] = useState(noticesOn);
  const [denied, setDenied] = useState(false);

  async function change(wanted: boolean) {
    const now = await setNotices(wanted);
    setOn(now);
    setDenied(wanted && !now);
  }

  return (
    <div className="grid gap-1">
      <label className="flex items-start gap-2 font-strong text-small">
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hintId}
          onChange={(event) => void change(event.currentTarget.checked)}
          className="mt-0.5 size-[14px] shrink-0 accent-accent"
        />
        {t("app.notice")}
      </label>
      <p
        id={hintId}
        role={denied ? "alert" : undefined}
        className={`pl-[22px] text-small ${denied ? "text-loss" : "text-ink-3"}`}
      >
        {t(denied ? "app.noticeDenied" : "app.noticeHint")}
      </p>
    </div>
  );
}
