import type { KeyboardEvent } from "react";
import { isComposing } from "../../ui/is-composing.ts";

/** Leaves a form by the Escape key, wherever in it the focus is; one that ends an input method's word only does that. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Escape" && !isComposing(event)) leave();
};
