import type { Hit, HitRole } from "@thothii/backend/api/search";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import {
  Bot,
  CornerDownLeft,
  FileText,
  Heading,
  History,
  ListChecks,
  Search,
  SquareStack,
  UserRound,
} from "lucide-react";
import type { ComponentType } from "react";
import { agentTitles } from "../../lib/agent-titles.ts";
import { folderName } from "../../lib/folder-name.ts";
import { shortWhen } from "../../lib/format.ts";
import { documentTitle, phaseTitle, useTexts } from "../../lib/i18n.ts";
import { foundElsewhere, titleWords } from "../../lib/session-filter.ts";
import { sessionName } from "../../lib/session-name.ts";
import { Chip } from "../../ui/chip.tsx";
import { MarkedPieces, MarkedText } from "../../ui/marked-text.tsx";
import { plainPieces } from "./plain-pieces.ts";
import type { Offer } from "./results.ts";

export function RecentOption({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-2.5">
      <History aria-hidden="true" className="text-ink-3" />
      <span dir="auto" className="min-w-0 truncate">
        {text}
      </span>
    </span>
  );
}

/** A session by its title; under it where else it was found, or where it stands. */
export function SessionOption({ row, typed, now }: { row: SessionSummary; typed: string; now: number }) {
  const { t, language } = useTexts();
  const words = titleWords(typed);
  const elsewhere = words.length > 0 ? foundElsewhere(row, words) : null;
  const { phase } = row;
  const where = phase ? t("sessions.phase", { index: phase.index, title: phaseTitle(t, phase) }) : row.id;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
      <span dir="auto" className="truncate font-medium">
        <MarkedText text={sessionName(row)} words={words} />
      </span>
      <span className="text-ink-3 text-small">
        {row.archived ? (
          <Chip className="h-[19px] px-2">{t("search.archived")}</Chip>
        ) : (
          row.activity_at && shortWhen(row.activity_at, now, language)
        )}
      </span>
      <span dir="auto" className="truncate text-ink-3 text-small">
        {elsewhere ? (
          <MarkedText text={elsewhere} words={words} />
        ) : row.status === "finalized" ? (
          t("sessions.completed")
        ) : (
          where
        )}
      </span>
    </span>
  );
}

/** A session of an agent by its title; under it whose it is and where it ran. */
export function TitledOption({ hit, now }: { hit: Hit; now: number }) {
  const { t, language } = useTexts();
  const { agent, project, gone, ts } = hit;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
      <span dir="auto" className="truncate font-medium">
        <MarkedPieces pieces={hit.snippet} />
      </span>
      <span className="text-ink-3 text-small">
        {gone ? (
          <Chip className="h-[19px] px-2" title={t("search.goneWhy")}>
            {t("search.gone")}
          </Chip>
        ) : (
          ts && shortWhen(ts, now, language)
        )}
      </span>
      <span dir="auto" className="truncate text-ink-3 text-small" title={project ?? undefined}>
        {[agentTitles[agent], project && folderName(project)].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

const icons: Record<HitRole, ComponentType<{ className?: string; "aria-hidden": true }>> = {
  user: UserRound,
  assistant: Bot,
  summary: SquareStack,
  document: FileText,
  decision: ListChecks,
  title: Heading,
};

/** A passage: what it is from, and the words where they stand. */
export function HitOption({ hit }: { hit: Hit }) {
  const { t } = useTexts();
  const { document } = hit;
  // What a session of the workspace is called is a document without a key.
  const role = hit.role === "document" && document === null ? "title" : hit.role;
  const Icon = icons[role];
  return (
    <span className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5">
      <Icon aria-hidden={true} className="mt-[2px] text-ink-3" />
      <span className="min-w-0 text-small">
        <span className="mr-1 font-medium text-ink-2">
          {role === "document" && document ? documentTitle(t, { key: document }) : t(`search.roles.${role}`)}
        </span>{" "}
        <span dir="auto" className="text-ink-2 [overflow-wrap:anywhere]">
          <MarkedPieces pieces={plainPieces(hit.snippet)} />
        </span>
      </span>
    </span>
  );
}

export function OfferOption({ offer }: { offer: Offer }) {
  const { t } = useTexts();
  return (
    <span className="flex items-center gap-2.5">
      <Search aria-hidden="true" className="text-ink-3" />
      <span className="flex-1">{t(`search.offer.${offer}`)}</span>
      <CornerDownLeft aria-hidden="true" className="size-3.5 text-ink-3" />
    </span>
  );
}
