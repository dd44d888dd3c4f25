import { Menu as Base } from "@base-ui-components/react/menu";
import { clsx } from "clsx";
import { Check, ChevronRight } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Kbd } from "./kbd.tsx";
import { useLandmark } from "./use-landmark.ts";

type Positioner = ComponentProps<typeof Base.Positioner>;

type FinalFocus = ComponentProps<typeof Base.Popup>["finalFocus"];

export type MenuProps = {
  /** A button to open it from, or `anchor` with `open` where something else opens it. */
  trigger?: ReactElement<Record<string, unknown>>;
  anchor?: Positioner["anchor"];
  open?: boolean;
  /** With `anchor`: opened from the keyboard, so that the first item is the one chosen at once. */
  fromKeyboard?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Called when the menu is quite gone. */
  onClosed?: () => void;
  /** Where the focus goes after closing, unless what was chosen has moved it already; by default back to the trigger. */
  finalFocus?: FinalFocus;
  label?: string;
  align?: Positioner["align"];
  side?: Positioner["side"];
  children: ReactNode;
};

const popup =
  "fade max-h-(--available-height) min-w-[13.5rem] max-w-80 origin-(--transform-origin) overflow-y-auto rounded-lg border border-line-strong bg-panel p-[5px] text-ink shadow-float outline-none";
const item =
  "flex h-[30px] w-full cursor-default select-none items-center gap-[9px] rounded-sm px-2 text-left outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunk data-[popup-open]:bg-sunk touch:h-10";

// Its reason is there to be read, so it isn't paled.
const itemWithHint =
  "flex w-full cursor-default select-none items-start gap-[9px] rounded-sm px-2 py-1.5 text-left outline-none [&>svg]:mt-px data-[disabled]:text-ink-3 data-[highlighted]:bg-sunk";

export function Menu({
  trigger,
  anchor,
  open,
  fromKeyboard = false,
  onOpenChange,
  onClosed,
  finalFocus,
  label,
  align = "end",
  side = "bottom",
  children,
}: MenuProps) {
  const items = useRef<HTMLDivElement>(null);
  const { here, landmark } = useLandmark<HTMLSpanElement>();
  // Without a trigger of its own Base UI can't know how it was opened, and would choose no item.
  useEffect(() => {
    if (!open || !fromKeyboard) return;
    const frame = requestAnimationFrame(() => items.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [open, fromKeyboard]);
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <span ref={here} hidden />
      <Base.Portal container={landmark}>
        <Base.Positioner
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={4}
          positionMethod="fixed"
          className="z-30 outline-none"
        >
          <Base.Popup ref={items} className={popup} aria-label={label} finalFocus={unlessMoved(finalFocus)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A menu fades before it is gone, and what was chosen in it may be quicker. */
function unlessMoved(finalFocus: FinalFocus = true): FinalFocus {
  return (how) => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest("[role=menu]")) return false;
    if (typeof finalFocus === "function") return finalFocus(how);
    return typeof finalFocus === "boolean" ? finalFocus : finalFocus.current;
  };
}

export type MenuItemProps = {
  onSelect: () => void;
  icon?: ReactNode;
  /** As shown; `keys` says it to assistive technology (`aria-keyshortcuts`). */
  shortcut?: string;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A second line in smaller letters: why it can't be chosen. */
  hint?: string | undefined;
  children: ReactNode;
};

export function MenuItem({
  onSelect,
  icon,
  shortcut,
  keys,
  danger = false,
  disabled = false,
  hint,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      aria-keyshortcuts={keys}
      className={clsx(hint ? itemWithHint : item, danger && "text-loss")}
    >
      {icon}
      {hint ? (
        <span className="grid min-w-0 flex-1">
          <MenuText>{children}</MenuText>
          <span className="text-small">{hint}</span>
        </span>
      ) : (
        <MenuText>{children}</MenuText>
      )}
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Base.Item>
  );
}

/** Something that is on or off. */
export function MenuCheckItem({
  checked,
  onChange,
  icon,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick className={item}>
      {icon}
      <MenuText>{children}</MenuText>
      <Base.CheckboxItemIndicator>
        <Check aria-hidden="true" />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

/** One of a choice: `<MenuRadioGroup value onChange>` around `<MenuRadioItem value>`. */
export function MenuRadioGroup<V extends string>({
  value,
  onChange,
  children,
}: {
  value: V | null;
  onChange: (value: V) => void;
  children: ReactNode;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next)}>
      {children}
    </Base.RadioGroup>
  );
}

export function MenuRadioItem({ value, icon, children }: { value: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} closeOnClick className={item}>
      {icon}
      <MenuText>{children}</MenuText>
      <Base.RadioItemIndicator>
        <Check aria-hidden="true" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}

export function SubMenu({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={item}>
        {icon}
        <MenuText>{label}</MenuText>
        <ChevronRight aria-hidden="true" className="text-ink-3" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-6} positionMethod="fixed" className="z-30 outline-none">
          <Base.Popup className={popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-0.5 my-[5px] border-line border-t" />;
}

function MenuText({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {children}
    </span>
  );
}
