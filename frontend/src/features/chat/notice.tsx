import type { ReactNode } from "react";

type NoticeProps = {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** In the words of what failed: kept apart, for they may be long and in another language. */
  detail?: string | undefined;
  actions?: ReactNode;
};

/** What happened, why it matters, what to do: on the way of the conversation, but not part of it. */
export function Notice({ icon, title, children, detail, actions }: NoticeProps) {
  return (
    <section aria-label={title} className="grid gap-2 rounded-lg border border-line bg-panel px-3.5 py-3">
      <div className="flex items-start gap-2.5">
        <span aria-hidden="true" className="mt-0.5">
          {icon}
        </span>
        <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
          <p className="font-strong">{title}</p>
          {children ? <div className="text-ink-2 text-small">{children}</div> : null}
          {detail ? (
            <p className="max-h-32 overflow-auto whitespace-pre-wrap font-mono text-[12px] text-ink-3">{detail}</p>
          ) : null}
        </div>
      </div>
      {actions ? <div className="flex flex-wrap gap-2 ps-[26px]">{actions}</div> : null}
    </section>
  );
}
