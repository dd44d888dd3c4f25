import type { UseQueryResult } from "@tanstack/react-query";
import { Archive, ListFilter, MessagesSquare } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export type RailStateProps = {
  query: Pick<UseQueryResult, "isPending" | "isError" | "isFetching" | "error" | "refetch">;
  view: "list" | "archive";
  filter: string;
  hasArchived: boolean;
  /** How many sessions the filter leaves in the other view. */
  elsewhere: number;
  onClearFilter: () => void;
  onNewQuestion?: (() => void) | undefined;
  onOtherView: () => void;
};

/** What the rail says where it has no row to show: why, and what to do next. */
export function RailState({
  query,
  view,
  filter,
  hasArchived,
  elsewhere,
  onClearFilter,
  onNewQuestion,
  onOtherView,
}: RailStateProps) {
  const { t } = useTexts();
  return <div className="min-h-0 flex-1 overflow-y-auto">{content()}</div>;

  function content() {
    if (query.isPending) return <LoadingRows />;
    if (query.isError) {
      return (
        <ErrorState
          title={t("sessions.loadFailed")}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (filter) {
      return (
        <EmptyState
          icon={<ListFilter aria-hidden="true" />}
          title={t("sessions.noMatchTitle")}
          action={
            <div className="grid justify-items-center gap-2">
              {elsewhere > 0 ? (
                <Button onClick={onOtherView}>
                  {t(view === "archive" ? "sessions.foundActive" : "sessions.foundArchived", { count: elsewhere })}
                </Button>
              ) : null}
              <Button variant={elsewhere > 0 ? "ghost" : undefined} onClick={onClearFilter}>
                {t("sessions.clearFilter")}
              </Button>
            </div>
          }
        >
          {t("sessions.noMatchBody", { filter })}
        </EmptyState>
      );
    }
    if (view === "archive") {
      return (
        <EmptyState icon={<Archive aria-hidden="true" />} title={t("sessions.archiveEmptyTitle")}>
          {t("sessions.archiveEmptyBody")}
        </EmptyState>
      );
    }
    if (hasArchived) {
      return (
        <EmptyState
          icon={<Archive aria-hidden="true" />}
          title={t("sessions.allArchivedTitle")}
          action={<Button onClick={onOtherView}>{t("sessions.openArchive")}</Button>}
        >
          {t("sessions.allArchivedBody")}
        </EmptyState>
      );
    }
    return (
      <EmptyState
        icon={<MessagesSquare aria-hidden="true" />}
        title={t("sessions.emptyTitle")}
        action={onNewQuestion ? <Button onClick={onNewQuestion}>{t("sessions.newQuestion")}</Button> : null}
      >
        {t("sessions.emptyBody")}
      </EmptyState>
    );
  }
}

const widths = ["w-40", "w-52", "w-32", "w-48", "w-44", "w-36"];

function LoadingRows() {
  const { t } = useTexts();
  return (
    <div role="status">
      <span className="sr-only">{t("app.loading")}</span>
      {widths.map((width) => (
        <div key={width} className="grid h-[54px] content-center gap-2 px-10">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-2.5 w-24" />
        </div>
      ))}
    </div>
  );
}
