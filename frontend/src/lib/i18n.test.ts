import { problemStatus } from "@thothii/backend/api/problem";
import { describe, expect, it as test } from "vitest";
import { documentTitle, phaseTitle, preferredLanguage, startTexts, type T } from "./i18n.ts";
import { en } from "./texts/en.ts";
import { it } from "./texts/it.ts";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}

const italian = flatten(it);
const english = flatten(en);
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe("texts", () => {
  test("both languages have the same keys", () => {
    expect([...english.keys()].sort()).toEqual([...italian.keys()].sort());
  });

  test("no text is empty", () => {
    expect([...italian, ...english].filter(([, text]) => !text.trim())).toEqual([]);
  });

  test("a text fills the same blanks in both languages", () => {
    const different = [...italian].filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(english.get(key) ?? "")),
    );
    expect(different).toEqual([]);
  });

  test("every problem code of the server is worded", () => {
    expect(Object.keys(problemStatus).filter((code) => !italian.has(`problem.${code}`))).toEqual([]);
  });
});

describe("keys from outside", async () => {
  await startTexts("it");
  const { default: i18next } = await import("i18next");
  const t = i18next.t.bind(i18next) as unknown as T;

  test("known phases and documents are in the page's language", () => {
    expect(phaseTitle(t, { code: "F7", title: "whatever" })).toBe("SQL finale");
    expect(documentTitle(t, { key: "question" })).toBe("Domanda originale");
  });

  test("unknown ones show what came", () => {
    expect(phaseTitle(t, { code: "F9", title: "Pubblicazione" })).toBe("Pubblicazione");
    expect(phaseTitle(t, { code: "X" })).toBe("X");
    expect(documentTitle(t, { key: "report.pdf", title: "Report" })).toBe("Report");
  });
});

test("the address decides the language, then the last choice, then Italian", () => {
  localStorage.clear();
  expect(preferredLanguage("")).toBe("it");
  localStorage.setItem("thoth.lang", "en");
  expect(preferredLanguage("")).toBe("en");
  expect(preferredLanguage("?lang=it")).toBe("it");
  expect(preferredLanguage("?lang=xx")).toBe("en");
});
