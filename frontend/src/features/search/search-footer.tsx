import type { Indexing, SearchAnswer } from "@thothii/backend/api/search";
import { DatabaseZap, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { agentTitles } from "../../lib/agent-titles.ts";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { countOf, type Section } from "./results.ts";
import { useSettled } from "./use-settled.ts";

type SearchFooterProps = {
  sections: readonly Section[];
  answer: SearchAnswer | null;
  /** What is shown answers what is typed. */
  settled: boolean;
  indexing: Indexing | null;
  failed: boolean;
};

/** Long enough that a screen reader isn't told of every key. */
const SAID_MS = 600;

/** How much was found, how complete that is, and the keys. */
export function SearchFooter({ sections, answer, settled, indexing, failed }: SearchFooterProps) {
  const { t, language } = useTexts();
  const sessions = countOf(sections, "session");
  const passages = countOf(sections, "hit");
  const parts = [
    sessions > 0 && t("search.sessionCount", { count: sessions }),
    passages > 0 && t("search.passages", { count: passages }),
  ];
  const counts = parts.filter(Boolean).join(", ") || t("search.noCounts");
  const shown = settled && !failed ? counts : "";
  const said = useSettled(shown, SAID_MS);
  const problems = answer?.problems ?? [];
  return (
    <footer className="shrink-0 border-line border-t text-ink-3 text-small">
      {indexing ? <Progress indexing={indexing} /> : null}
      {answer?.stale ? <Line icon={<DatabaseZap aria-hidden="true" />}>{t("search.stale")}</Line> : null}
      {problems.length > 0 ? (
        <details className="border-line border-b px-4 py-1.5">
          <summary className="cursor-pointer text-wait">
            <TriangleAlert aria-hidden="true" className="mr-2 inline size-3.5" />
            {t("search.problems", { count: problems.length })}
          </summary>
          <ul className="max-h-28 overflow-y-auto py-1 [overflow-wrap:anywhere]">
            {problems.map(({ agent, path, detail }) => (
              <li key={`${agent} ${path}`}>
                {agentTitles[agent]} · <code>{path}</code> · {detail}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className="flex h-9 items-center gap-4 px-4">
        <span className="min-w-0 flex-1 truncate">
          {shown}
          {shown && answer ? (
            <span className="max-[480px]:hidden"> · {number(Math.round(answer.took_ms), language)} ms</span>
          ) : null}
        </span>
        <span role="status" className="sr-only">
          {said}
        </span>
        <Key keys="↑↓" does={t("search.keyMove")} />
        <Key keys="↵" does={t("search.keyOpen")} />
        <Key keys="Esc" does={t("search.keyClose")} />
      </div>
    </footer>
  );
}

function Key({ keys, does }: { keys: string; does: string }) {
  return (
    <span aria-hidden="true" className="flex items-baseline gap-1.5 max-[640px]:hidden">
      <Kbd>{keys}</Kbd>
      {does}
    </span>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 border-line border-b px-4 py-1.5 [&>svg]:mt-px [&>svg]:size-3.5">
      {icon}
      {children}
    </p>
  );
}

function Progress({ indexing: { done, total } }: { indexing: Indexing }) {
  const { t, language } = useTexts();
  const text = t("search.indexing", { done: number(done, language), total: number(total, language) });
  return (
    <div className="border-line border-b px-4 py-2">
      <p>{text}</p>
      <progress
        aria-label={text}
        value={done}
        max={Math.max(total, 1)}
        className="mt-1 block h-1 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
