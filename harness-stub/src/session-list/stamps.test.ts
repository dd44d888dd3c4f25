import { describe, expect, it } from "vitest";
import { DEFAULT_WORKFLOW, readWorkflow } from "../workflow.ts";
import { areOlderThan, documentPaths, selectStamps, stampedPaths } from "./stamps.ts";

const workflow = readWorkflow(DEFAULT_WORKFLOW);
const FOLDER = [0, 4096, 30, 30];
const MANIFEST = [1, 200, 10, 20];
const CONTEXT = [3, 50, 10, 11];

describe("stamps", () => {
  it("counts the folder, the manifest, the ledger and then the documents that have a file", () => {
    const paths = stampedPaths(workflow);
    expect(paths.slice(0, 4)).toEqual(["", "/session_manifest.yaml", "/review_decisions.jsonl", "/context.md"]);
    expect(documentPaths(workflow, ["question", "cte_tests", "context"]).map((at) => paths[at])).toEqual([
      "/context.md",
      "/cte_tests.json",
    ]);
  });

  it("needs the folder's only where a file is not there", () => {
    const taken = [...FOLDER, ...MANIFEST, ...CONTEXT];
    expect(selectStamps(taken, [1])).toEqual(MANIFEST);
    expect(selectStamps(taken, [1, 3])).toEqual([...MANIFEST, ...CONTEXT]);
    expect(selectStamps(taken, [1, 2])).toEqual([...FOLDER, ...MANIFEST]);
  });

  it("trusts no file that is as old as the index that is being made", () => {
    expect(areOlderThan([...MANIFEST, ...CONTEXT], 21)).toBe(true);
    expect(areOlderThan([...MANIFEST, ...CONTEXT], 20)).toBe(false);
    expect(areOlderThan([...MANIFEST, ...FOLDER], 21)).toBe(false);
  });
});
