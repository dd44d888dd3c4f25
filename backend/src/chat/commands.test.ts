import { expect, test } from "vitest";
import type { PhaseDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { earlierPhase, readTyped, slashCommands } from "./commands.ts";

const phases: WorkflowPhase[] = ["F1", "F2", "F3", "conti"].map((code) => ({
  code,
  name: code,
  title: code,
  gate: "person",
  documents: [],
}));

const at = (index: number): PhaseDetail => ({
  code: phases[index - 1]?.code ?? "",
  index,
  of: 4,
  name: "",
  title: "",
  complete: false,
});

test.each([
  ["ciao /torna 2", { kind: "message" }],
  [" /torna 2", { kind: "message" }],
  ["/torna 2", { kind: "back", target: "2", note: undefined }],
  ["/torna F2  rivedi\nle date ", { kind: "back", target: "F2", note: "rivedi\nle date" }],
  ["/riassumi tutto", { kind: "message" }],
])("%j", (text, typed) => {
  expect(readTyped(text, ["riassumi", "nuova-domanda"])).toEqual(typed);
});

test.each([
  ["/torna", "invalid-request"],
  ["/tornare 2", "unknown_command"],
  ["/Torna 2", "unknown_command"],
  ["/nuova-domanda x", "unknown_command"],
  ["/", "unknown_command"],
  ["/2024/05", "unknown_command"],
])("%j is refused", (text, code) => {
  expect(() => readTyped(text, ["riassumi", "nuova-domanda"])).toThrow(expect.objectContaining({ code }));
});

test.each([
  ["1", "F1"],
  ["f2", "F2"],
  ["F3", "F3"],
])("back to %s means %s", (target, code) => {
  expect(earlierPhase(target, at(4), phases)).toBe(code);
});

test.each(["4", "conti", "F9", "0", "-1", "1.5", "due"])("there is no way back to %s", (target) => {
  expect(() => earlierPhase(target, at(4), phases)).toThrow(expect.objectContaining({ code: "wrong-phase" }));
});

test("the list offers the way back from the second phase on, and Pi's prompts but the server's own", () => {
  const loaded = [
    { name: "nuova-domanda", description: "", source: "prompt" },
    { name: "riassumi", description: "Riassumi", source: "prompt" },
    { name: "skill:thothii", description: "", source: "skill" },
  ];
  expect(slashCommands(loaded, at(1)).map(({ name }) => name)).toEqual(["riassumi"]);
  expect(slashCommands(loaded, at(2)).map(({ name }) => name)).toEqual(["torna", "riassumi"]);
});
