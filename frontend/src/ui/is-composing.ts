import type { KeyboardEvent } from "react";

/**
 * Whether an input method is composing, so that Enter chooses a word and must not send. Safari ends the composition
 * before it fires the key, and only its old key code 229 tells.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
