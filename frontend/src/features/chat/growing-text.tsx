import { clsx } from "clsx";
import type { ComponentProps } from "react";

export type GrowingTextProps = Omit<ComponentProps<"textarea">, "value" | "rows"> & {
  value: string;
  /** Classes that set the least and the greatest height. */
  heights: string;
};

/** A text field as high as its text: an invisible copy beneath it gives the height. */
export function GrowingText({ value, heights, className, ...rest }: GrowingTextProps) {
  const shared = "col-start-1 row-start-1 whitespace-pre-wrap [overflow-wrap:anywhere] touch:text-[16px]";
  return (
    <div className={clsx("grid min-w-0 overflow-y-auto", heights, className)}>
      <div aria-hidden="true" className={clsx(shared, "invisible")}>
        {`${value}\n`}
      </div>
      <textarea
        {...rest}
        value={value}
        rows={1}
        dir="auto"
        className={clsx(shared, "resize-none overflow-hidden bg-transparent outline-none")}
      />
    </div>
  );
}
