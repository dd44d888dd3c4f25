import type { ReactNode } from "react";

/** Nothing to show, and why, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-xs justify-items-center gap-2 px-4 py-10 text-center [overflow-wrap:anywhere]">
      {icon ? <span className="mb-1 text-ink-3 [&>svg]:size-6">{icon}</span> : null}
      <p className="font-strong">{title}</p>
      {children ? <div className="text-balance text-ink-3 text-small">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
