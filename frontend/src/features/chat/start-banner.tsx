import type { ReactNode } from "react";

/** Something to know before the first question: what is so, and how to change it. */
export function StartBanner({
  id,
  icon,
  title,
  children,
}: {
  id: string;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="flex items-start gap-2.5 rounded-lg bg-sunk px-3.5 py-3">
      {icon}
      <div className="grid min-w-0 gap-1 text-ink-2 text-small [overflow-wrap:anywhere] [&_code]:text-[12px] [&_code]:text-ink">
        <h3 id={id} className="font-strong text-ink">
          {title}
        </h3>
        {children}
      </div>
    </section>
  );
}
