import { SquareX } from "lucide-react";
import { CHAT, type Pane, panesOf } from "../features/terminals/pane-layout.ts";
import { useTexts } from "../lib/i18n.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import type { Centre } from "./use-centre.ts";

/** In the place of a terminal that the list doesn't have: not yet, no more, or because the list did not come. */
export function PaneOfNone({ centre, pane }: { centre: Centre; pane: Pane }) {
  const { t } = useTexts();
  const { terminals, layout } = centre;
  if (terminals.isPending) return <div className="h-full bg-ground" />;
  if (terminals.isError && !terminals.data)
    return (
      <ErrorState
        title={t("terminals.loadFailed")}
        error={terminals.error}
        onRetry={() => void terminals.refetch()}
        retrying={terminals.isFetching}
      />
    );
  const isAlone = panesOf(layout).length === 1;
  return (
    <EmptyState
      icon={<SquareX aria-hidden="true" />}
      title={t("terminals.goneTitle")}
      action={
        <Button onClick={() => (isAlone ? centre.select(CHAT) : centre.closePane(pane))}>
          {t(isAlone ? "app.backToChat" : "terminals.closePane")}
        </Button>
      }
    >
      {t("terminals.goneBody")}
    </EmptyState>
  );
}
