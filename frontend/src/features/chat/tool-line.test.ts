import { describe, expect, it } from "vitest";
import { toolLine } from "./tool-line.ts";

describe("a tool call in one line", () => {
  it("is the command of tht with its input apart", () => {
    expect(toolLine({ name: "tht", args: { args: ["dwh", "query", "--limit", "20"], stdin: "SELECT 1" } })).toEqual({
      command: "tht dwh query --limit 20",
      input: "SELECT 1",
    });
  });

  it("quotes what holds spaces", () => {
    expect(toolLine({ name: "tht", args: { args: ["session", "set-name", "due parole", ""] } }).command).toBe(
      'tht session set-name "due parole" ""',
    );
  });

  it("understands arguments that come as text", () => {
    expect(toolLine({ name: "read", args: '{"path":"SKILL.md"}' })).toEqual({ command: "read SKILL.md", input: null });
    expect(toolLine({ name: "gate", args: '{"phase":"F4","summary":"Tre tabelle"}' })).toEqual({
      command: "gate F4",
      input: "Tre tabelle",
    });
  });

  it("shows what it doesn't know as it came", () => {
    expect(toolLine({ name: "web", args: { q: "a" } }).command).toBe('web {"q":"a"}');
    expect(toolLine({ name: "tht", args: "not json\n at all" }).command).toBe("tht not json at all");
    expect(toolLine({ name: "tht", args: null }).command).toBe("tht");
  });
});
