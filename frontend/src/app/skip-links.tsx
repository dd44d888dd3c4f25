import { useTexts } from "../lib/i18n.ts";

/** First stops of the Tab key, seen only while they have the focus. */
export function SkipLinks({ sessions, chat }: { sessions: string; chat: string }) {
  const { t } = useTexts();
  const go = (id: string) => () => document.getElementById(id)?.focus();
  return (
    <div className="absolute">
      {[
        { id: sessions, text: t("app.skipToSessions") },
        { id: chat, text: t("app.skipToChat") },
      ].map(({ id, text }) => (
        <button
          key={id}
          type="button"
          onClick={go(id)}
          className="sr-only rounded-md bg-accent px-3 py-1.5 font-strong text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40"
        >
          {text}
        </button>
      ))}
    </div>
  );
}
