/** The language that somebody chose, or else the browser's, if we speak it; remembered in the browser. */
import type { Language } from "./catalogue";

export const LANGUAGES: Record<Language, string> = { en: "English", es: "Español" };
const STORED = "incrowd-language";

function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && text in LANGUAGES;
}

/** Known before its texts are fetched, so that the server is asked in it from the first request on. */
export function spokenLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  const first = navigator.language.slice(0, 2);
  return isLanguage(first) ? first : "en";
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}
