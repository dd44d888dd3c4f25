import { expect, test } from "vitest";
import type { AttachServerFrame } from "../../../api/terminals.ts";
import { createManualClock } from "../../../test/manual-clock.ts";
import { type AudienceOptions, createAudience } from "./audience.ts";

test("when the one that decides the size goes for good, one that is still there decides it", async () => {
  const clock = createManualClock();
  const size = { cols: 80, rows: 24 };
  const screen = {
    bracketedPaste: false,
    inOrder: async (show: (emulator: unknown) => void) => show({ ...size, snapshot: () => "" }),
  };
  const audience = createAudience({
    clock,
    screen: screen as unknown as AudienceOptions["screen"],
    info: Object.assign(size, { state: "running", title: "a shell" }) as unknown as AudienceOptions["info"],
    write: () => true,
    resize: (next) => Object.assign(size, next),
    onPace: () => {},
    onError: (error) => expect.unreachable(String(error)),
  });
  async function attach(cols: number) {
    const told: AttachServerFrame[] = [];
    const page = await audience.attach({ frame: (frame) => told.push(frame), output: () => {}, closed: () => {} });
    page.take({ type: "resize", cols, rows: 24 });
    return { ...page, size: () => told.findLast(({ type }) => type === "size") };
  }

  const first = await attach(100);
  const second = await attach(120);
  first.leave();
  expect(second.size()).toEqual({ type: "size", cols: 100, rows: 24, own: false });
  // Loaded anew it decides again, and the other one has to wait for its end.
  clock.pass(900);
  const again = await attach(100);
  clock.pass(5_000);
  expect([again.size(), second.size()]).toEqual(
    [true, false].map((own) => ({ type: "size", cols: 100, rows: 24, own })),
  );
  again.leave();
  clock.pass(1_000);
  expect(second.size()).toEqual({ type: "size", cols: 120, rows: 24, own: true });
});
