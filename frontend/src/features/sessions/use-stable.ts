import { useLayoutEffect, useRef, useState } from "react";

/** Functions that do what their latest version does, and are the same objects at each render. */
export function useStable<T extends Record<string, (...given: never[]) => unknown>>(functions: T): T {
  const latest = useRef(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
      ) as T,
  );
  return stable;
}
