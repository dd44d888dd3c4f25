import type { ReactNode } from "react";

type PaneTitleProps = {
  /** The state as a colour; `state` says it too. */
  mark: ReactNode;
  name: string;
  state: string;
  /** The whole of what `state` may cut. */
  stateTitle?: string | undefined;
  /** What can be done with it. */
  children: ReactNode;
};

/**
 * What a pane shows, over it: name and state side by side where there is room for both, else one below the other. Of one
 * height in any case, for panes stand beside each other.
 */
export function PaneTitle({ mark, name, state, stateTitle, children }: PaneTitleProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-line border-b bg-panel px-3 touch:h-12">
      {mark}
      <div className="flex min-w-0 flex-1 items-baseline gap-x-2 leading-tight @max-[600px]:flex-col @max-[600px]:items-stretch">
        <h2 dir="auto" className="min-w-0 truncate font-medium" title={name}>
          {name}
        </h2>
        <span
          className="max-w-[65%] shrink-0 truncate text-ink-3 text-small leading-tight @max-[600px]:max-w-none"
          title={stateTitle}
        >
          {state}
        </span>
      </div>
      <span className="flex shrink-0 items-center gap-0.5">{children}</span>
    </header>
  );
}
