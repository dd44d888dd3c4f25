import type { Failure } from "./protocol.ts";

/** What the host can't do, worded for the person who asked. */
export class HostFailure extends Error {
  override name = "HostFailure";
  readonly failure: Failure;

  constructor(code: Failure["code"], detail: string, hint?: string) {
    super(detail);
    this.failure = { code, detail, ...(hint === undefined ? {} : { hint }) };
  }
}
