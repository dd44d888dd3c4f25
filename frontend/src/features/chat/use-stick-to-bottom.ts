import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Nearer than this to the end, in px, counts as reading along. */
const NEAR = 48;

export type StickToBottom = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Something came below what the reader looks at. */
  unseen: boolean;
  toBottom: () => void;
};

/**
 * Keeps the end of what grows in sight, unless the reader scrolled up: then nothing moves, and `unseen` tells when
 * `newest` changed below.
 */
export function useStickToBottom(newest: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const left = useRef(0);
  const last = useRef(newest);
  const [unseen, setUnseen] = useState(false);

  const toBottom = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    following.current = true;
    setUnseen(false);
    box.scrollTop = box.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    following.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    if (following.current) setUnseen(false);
  }, []);

  useLayoutEffect(() => {
    const follow = () => {
      if (following.current) toBottom();
    };
    // Text, fonts and code that arrive late make it grow; the composer that grows makes the view shrink.
    const observer = new ResizeObserver(follow);
    const box = scroller.current;
    if (box) observer.observe(box);
    if (content.current) observer.observe(content.current);
    // Hidden for a while and shown again, it is where it was read.
    if (box && !following.current) box.scrollTop = left.current;
    follow();
    return () => {
      left.current = box?.scrollTop ?? 0;
      observer.disconnect();
    };
  }, [toBottom]);

  useLayoutEffect(() => {
    if (following.current) toBottom();
    else if (last.current !== newest) setUnseen(true);
    last.current = newest;
  }, [newest, toBottom]);

  return { scroller, content, onScroll, unseen, toBottom };
}
