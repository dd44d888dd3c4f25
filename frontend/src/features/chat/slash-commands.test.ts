import { describe, expect, it } from "vitest";
import { completed, isRollbackCommand, matchingCommands, offeredCommands } from "./slash-commands.ts";

const rollback = { name: "torna", description: "Torna a una fase", argumentHint: "N [nota]" };
const agent = [
  { name: "/nuova-domanda", description: "Comincia" },
  { name: "torna", description: "la stessa, dal server" },
];

describe("slash commands", () => {
  it("are the server's own and the agent's, each once and without its slash", () => {
    expect(offeredCommands(agent, rollback)).toEqual([rollback, { name: "nuova-domanda", description: "Comincia" }]);
  });

  it("are offered while the name is being typed, whatever its case", () => {
    const all = offeredCommands(agent, rollback);
    const offered = (text: string) => matchingCommands(text, all).map((command) => command.name);
    expect(offered("/")).toEqual(["torna", "nuova-domanda"]);
    expect(offered("/TO")).toEqual(["torna"]);
    expect(offered("/torna ")).toEqual([]);
    expect(offered("/zzz")).toEqual([]);
    expect(offered("e/o")).toEqual([]);
    expect(offered("")).toEqual([]);
    expect(offered("/a\nb")).toEqual([]);
  });

  it("leave room for an argument only where one is taken", () => {
    expect(completed(rollback)).toBe("/torna ");
    expect(completed({ name: "aiuto", description: "" })).toBe("/aiuto");
  });

  it("tell going back from a note that begins alike", () => {
    expect(["/torna 3", "/torna", "  /torna 2 perché", "/tornare", "torna 3", "/altro"].map(isRollbackCommand)).toEqual(
      [true, true, true, false, false, false],
    );
  });
});
