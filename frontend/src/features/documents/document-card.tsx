import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";

type DocumentCardProps = {
  title: string;
  /** The phase's code, before the title. */
  phase?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** At the header's end: a count, a chip, buttons. */
  aside?: ReactNode;
  /** The one that a link led to. */
  sought?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** One document: a heading that shows and hides it, what can be done with it, and its content. */
export function DocumentCard({ title, phase, open, onOpenChange, aside, sought, ref, children }: DocumentCardProps) {
  const id = useId();
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}phase ${id}title`}
      className={clsx(
        "@container scroll-mt-3 overflow-clip rounded-lg border bg-panel outline-none",
        sought ? "border-accent" : "border-line",
      )}
    >
      <header className="sticky top-0 z-10 flex min-h-[38px] items-center gap-1 bg-panel pr-1.5 pl-3">
        <h3 className="min-w-0 flex-1 font-strong text-[13px]">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}body`}
            onClick={() => onOpenChange(!open)}
            className="-ml-1 flex w-full min-w-0 items-center gap-2 rounded-sm py-1 pl-1 text-left"
          >
            <ChevronDown aria-hidden="true" className={clsx("text-ink-3", !open && "-rotate-90")} />
            {phase && (
              <span
                id={`${id}phase`}
                aria-hidden="true"
                className="font-mono font-semibold text-[10.5px] text-ink-3 tracking-wide"
              >
                {phase}
              </span>
            )}
            <span id={`${id}title`} className="truncate">
              {title}
            </span>
          </button>
        </h3>
        {aside}
      </header>
      <div id={`${id}body`} data-sought-text={sought ? "" : undefined} hidden={!open}>
        {open && children}
      </div>
    </article>
  );
}
