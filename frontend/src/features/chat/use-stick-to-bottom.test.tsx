import { render, screen } from "@testing-library/react";
import { Activity } from "react";
import { expect, test } from "vitest";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

function Log({ newest }: { newest: number }) {
  const { scroller, content, onScroll, unseen } = useStickToBottom(newest);
  return (
    <div ref={scroller} onScroll={onScroll} role="log">
      <div ref={content} />
      {unseen ? <p>nuovi</p> : null}
    </div>
  );
}

function openLog() {
  const page = (newest: number, isShown: boolean) => (
    <Activity mode={isShown ? "visible" : "hidden"}>
      <Log newest={newest} />
    </Activity>
  );
  const { rerender } = render(page(1, true));
  const log = screen.getByRole("log");
  Object.defineProperty(log, "scrollHeight", { value: 1000 });
  Object.defineProperty(log, "clientHeight", { value: 400 });
  const show = (newest: number, isShown: boolean) => rerender(page(newest, isShown));
  /** What a browser may do with one that is not shown. */
  const forget = () => {
    log.scrollTop = 0;
  };
  const read = (top: number) => {
    log.scrollTop = top;
    log.dispatchEvent(new Event("scroll"));
  };
  return { log, show, forget, read };
}

test("hidden and shown again it is where it was read, and tells only of what is new", () => {
  const { log, show, forget, read } = openLog();
  read(100);
  show(1, false);
  forget();
  show(1, true);
  expect(log.scrollTop).toBe(100);
  expect(screen.queryByText("nuovi")).not.toBeInTheDocument();
  show(1, false);
  show(2, true);
  expect(log.scrollTop).toBe(100);
  expect(screen.getByText("nuovi")).toBeVisible();
});

test("one whose end was in sight has its end in sight again", () => {
  const { log, show, forget, read } = openLog();
  read(600);
  show(1, false);
  forget();
  show(2, true);
  expect(log.scrollTop).toBe(1000);
});
