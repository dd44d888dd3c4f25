import type { TranscriptHead, Turn } from "@thothii/backend/api/search";
import { Archive, ArrowRight, Check, Copy, GitFork, PanelLeft, SquareTerminal, X } from "lucide-react";
import { useEffect, useState } from "react";
import { agentTitles } from "../../../lib/agent-titles.ts";
import { copyText } from "../../../lib/clipboard.ts";
import { folderName } from "../../../lib/folder-name.ts";
import { longWhen, shortWhen } from "../../../lib/format.ts";
import { useTexts } from "../../../lib/i18n.ts";
import { shellCommand } from "../../../lib/shell-command.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** What can be done with a conversation; what is absent isn't offered. */
export type TranscriptActions = {
  onContinue?: ((conversation: TranscriptHead) => void) | undefined;
  onFork?: ((conversation: TranscriptHead) => void) | undefined;
  onOpenInTerminal?: ((conversation: TranscriptHead) => void) | undefined;
  /** For a conversation of this workspace's sessions. */
  onOpenSession?: ((sessionId: string) => void) | undefined;
  onOpenDocument?: ((sessionId: string, turn: Turn) => void) | undefined;
};

type TranscriptHeaderProps = TranscriptActions & { titleId: string; head: TranscriptHead; onClose: () => void };

/** Which conversation this is, and how to go on from it. */
export function TranscriptHeader({
  titleId,
  head,
  onClose,
  onContinue,
  onFork,
  onOpenInTerminal,
  onOpenSession,
}: TranscriptHeaderProps) {
  const { t, language } = useTexts();
  const now = useNow();
  const { agent, title, project, startedAt, archived, gone, resume, sessionId } = head;
  const folder = project && folderName(project);
  return (
    <header className="grid shrink-0 gap-1.5 border-line border-b bg-panel px-4 pt-2.5 pb-2.5">
      <div className="flex items-start gap-2">
        <h2
          id={titleId}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 pt-0.5 font-bold text-title [overflow-wrap:anywhere] touch:pt-2"
        >
          {title ?? t("search.untitled")}
        </h2>
        <IconButton
          label={t("search.closeTranscript")}
          icon={<X aria-hidden="true" />}
          className="-mr-1.5 touch:size-10"
          onClick={onClose}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-small">
        <Chip>{agentTitles[agent]}</Chip>
        {folder ? <span title={project ?? undefined}>{folder}</span> : null}
        {startedAt ? (
          <time dateTime={startedAt} title={longWhen(startedAt, language)}>
            {shortWhen(startedAt, now, language)}
          </time>
        ) : null}
        {archived ? <Chip icon={<Archive aria-hidden="true" className="size-3" />}>{t("search.archived")}</Chip> : null}
        {gone ? <Chip title={t("search.goneWhy")}>{t("search.gone")}</Chip> : null}
        <span className="flex-1" />
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {agent === "thoth" && onOpenSession ? (
            <Button
              size="sm"
              icon={<PanelLeft aria-hidden="true" />}
              className="touch:h-10"
              onClick={() => onOpenSession(sessionId)}
            >
              {t("search.openSession")}
            </Button>
          ) : null}
          {onContinue ? (
            <Button
              size="sm"
              icon={<ArrowRight aria-hidden="true" />}
              className="touch:h-10"
              onClick={() => onContinue(head)}
            >
              {t("search.continue")}
            </Button>
          ) : null}
          {onFork ? (
            <Button size="sm" icon={<GitFork aria-hidden="true" />} className="touch:h-10" onClick={() => onFork(head)}>
              {t("search.fork")}
            </Button>
          ) : null}
          {onOpenInTerminal ? (
            <Button
              size="sm"
              icon={<SquareTerminal aria-hidden="true" />}
              className="touch:h-10"
              onClick={() => onOpenInTerminal(head)}
            >
              {t("search.openInTerminal")}
            </Button>
          ) : null}
          {resume && !gone ? <CopyResume command={shellCommand(resume)} /> : null}
        </div>
      </div>
    </header>
  );
}

const SHOWN_MS = 2_000;

/** Copies the command, to be pasted into a shell; where the browser refuses, shows it to be copied by hand. */
function CopyResume({ command }: { command: string }) {
  const { t } = useTexts();
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    copyText(command).then(
      () => setCopied(true),
      () => toast.show({ kind: "failed", text: t("search.copyFailed", { command }) }),
    );
  return (
    <>
      <Button
        size="sm"
        title={command}
        icon={copied ? <Check aria-hidden="true" className="text-ok" /> : <Copy aria-hidden="true" />}
        className="touch:h-10"
        onClick={copy}
      >
        {t("search.copyResume")}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t("search.copiedResume") : ""}
      </span>
    </>
  );
}
