import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { useTexts } from "../lib/i18n.ts";
import { Button } from "../ui/button.tsx";

type Props = {
  /** What the region shows; another one starts afresh. */
  subject: string | null;
  children: ReactNode;
};
type State = { error: Error | null; subject: string | null };

/** Keeps a fault in one region of the page from taking the others with it. */
export class RegionBoundary extends Component<Props, State> {
  override state: State = { error: null, subject: this.props.subject };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.subject === state.subject ? null : { error: null, subject: props.subject };
  }

  override render() {
    const { error } = this.state;
    return error ? <Crash error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children;
  }
}

function Crash({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-16 text-center [overflow-wrap:anywhere]"
    >
      <CircleAlert aria-hidden="true" className="mb-1 size-6 text-loss" />
      <p className="font-strong">{t("app.crashTitle")}</p>
      <p className="text-balance text-ink-2 text-small">{t("app.crashBody")}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onRetry}>
          {t("app.retry")}
        </Button>
        <Button onClick={() => location.reload()}>{t("app.reload")}</Button>
      </div>
      <details className="mt-2 w-full text-ink-3 text-small">
        <summary className="cursor-pointer">{t("app.crashDetails")}</summary>
        <pre className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap text-left">{String(error)}</pre>
      </details>
    </div>
  );
}
