/** The languages of the page, one folder each, and the one that somebody chose: `chosenLanguage()` is "en". */
import type { Language, Translation } from "./catalogue";
import { texts as english } from "./en";

// English is the fallback and always at hand; others are fetched when chosen.
const OTHERS = import.meta.glob<Translation>(["./*/index.ts", "!./en/index.ts"], { import: "texts" });

const LOADERS: Record<Language, () => Promise<Translation>> = {
  en: () => Promise.resolve(english),
  ...Object.fromEntries(Object.entries(OTHERS).map(([path, load]) => [path.split("/")[1] ?? "", load])),
};

/** Every language by its own name: `{ en: "English", es: "Español" }`. */
export const LANGUAGES: Record<Language, string> = Object.fromEntries(Object.keys(LOADERS).map((language) => [language, ownName(language)]));

function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export function loadTexts(language: Language): Promise<Translation> {
  return (LOADERS[language] ?? (() => Promise.resolve(english)))();
}

const STORED = "incrowd-language";

/** The language that was chosen, or else the browser's; known before its texts are fetched, so that the server is asked in it from the first request on. */
export function chosenLanguage(): Language {
  const wanted = [recall(), navigator.language.slice(0, 2)];
  return wanted.find((language) => language !== null && language in LOADERS) ?? "en";
}

function recall(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null; // Browsers may keep nothing for a frame of another site.
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The choice lasts as long as the page.
  }
}
