import { Collapsible as Base } from "@base-ui-components/react/collapsible";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

export type CollapsibleProps = {
  /** Uncontrolled with `defaultOpen`, controlled with `open` and `onOpenChange`. */
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  header: ReactNode;
  /** At the header's end, outside its button: a count, buttons of its own. */
  aside?: ReactNode;
  className?: string;
  headerClassName?: string;
  children: ReactNode;
};

/** A heading that shows and hides what is under it. */
export function Collapsible({
  open,
  defaultOpen = false,
  onOpenChange,
  header,
  aside,
  className,
  headerClassName,
  children,
}: CollapsibleProps) {
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen } : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
      className={className}
    >
      <div className={clsx("flex items-center gap-2", headerClassName)}>
        <Base.Trigger className="group flex min-w-0 flex-1 items-center gap-2 text-left">
          <ChevronDown aria-hidden="true" className="group-not-data-[panel-open]:-rotate-90 text-ink-3" />
          {header}
        </Base.Trigger>
        {aside}
      </div>
      <Base.Panel>{children}</Base.Panel>
    </Base.Root>
  );
}
