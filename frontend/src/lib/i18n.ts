import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { remember, remembered } from "./memory.ts";
import { it } from "./texts/it.ts";

const languages = ["it", "en"] as const;
export type Language = (typeof languages)[number];

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof it };
  }
}

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** What the address asks for, else what was chosen before, else Italian. */
export function preferredLanguage(search: string = location.search): Language {
  const asked = new URLSearchParams(search).get("lang");
  if (isLanguage(asked)) return asked;
  const chosen = remembered("lang");
  return isLanguage(chosen) ? chosen : "it";
}

/**
 * Done before the first component renders. Italian is part of the program and there at once; another language when the
 * promise is fulfilled.
 */
export async function startTexts(language: Language = preferredLanguage()): Promise<void> {
  document.documentElement.lang = "it";
  void i18next.use(initReactI18next).init({
    lng: "it",
    fallbackLng: "it",
    resources: { it: { translation: it } },
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
    initAsync: false,
  });
  await speak(language);
}

/** Changes the page's language, as soon as its texts are there, and for the next visit. */
export async function setLanguage(language: Language): Promise<void> {
  remember("lang", language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  if (language === "en" && !i18next.hasResourceBundle("en", "translation")) {
    try {
      const { en } = await import("./texts/en.ts");
      i18next.addResourceBundle("en", "translation", en);
    } catch {
      return; // a server that has gone can't send them: the page goes on in the language that it has
    }
  }
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** `t` with every key checked by the compiler, and the language in force. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  return { t, language: (isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : "it") as Language };
}

export type T = ReturnType<typeof useTexts>["t"];

// Codes and keys come from outside (a workspace may bring its own workflow), so these fall back to what came.
const looseT = (t: T) => t as unknown as (key: string, options: { defaultValue: string }) => string;

/** A phase's title in the page's language: `phase.F4`; one the page doesn't know shows the workflow's own title. */
export function phaseTitle(t: T, phase: { code: string; title?: string; name?: string }): string {
  const own = phase.title || phase.name || phase.code;
  return looseT(t)(`phase.${phase.code}`, { defaultValue: own });
}

/** A document's title: `doc.sql_final`; one the page doesn't know shows the title that came with it. */
export function documentTitle(t: T, document: { key: string; title?: string }): string {
  return looseT(t)(`doc.${document.key}`, { defaultValue: document.title || document.key });
}
