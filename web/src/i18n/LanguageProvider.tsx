/** The language of the page, remembered in the browser: `const { t, format } = useLanguage()`. */
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { translator, type Language, type Translate, type Translation } from "./catalogue";
import { en } from "./en";
import { formatter, type Format } from "./formatting";

export const LANGUAGES: Record<Language, string> = { en: "English", es: "Español" };

// English is the fallback and always at hand; others are fetched when chosen.
const LOADERS: Record<Language, () => Promise<Translation>> = {
  en: () => Promise.resolve(en),
  es: () => import("./es").then((module) => module.es),
};

const STORED = "incrowd-language";

interface Spoken {
  language: Language;
  setLanguage: (language: Language) => void;
  t: Translate;
  format: Format;
}

const Context = createContext<Spoken | null>(null);

function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && text in LANGUAGES;
}

function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  const first = navigator.language.slice(0, 2);
  return isLanguage(first) ? first : "en";
}

interface Loaded {
  language: Language;
  catalogue: Translation;
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Language>(preferred);
  const [loaded, setLoaded] = useState<Loaded>({ language: "en", catalogue: en });

  useEffect(() => {
    let current = true;
    void LOADERS[wanted]().then((catalogue) => {
      if (!current) return;
      document.documentElement.lang = wanted;
      setLoaded({ language: wanted, catalogue });
    });
    return () => {
      current = false;
    };
  }, [wanted]);

  const spoken = useMemo<Spoken>(
    () => ({
      language: loaded.language,
      setLanguage: (language) => {
        localStorage.setItem(STORED, language);
        setWanted(language);
      },
      t: translator(loaded.language, loaded.catalogue),
      format: formatter(loaded.language),
    }),
    [loaded],
  );
  return <Context value={spoken}>{children}</Context>;
}

export function useLanguage(): Spoken {
  const spoken = use(Context);
  if (!spoken) throw new Error("useLanguage needs a LanguageProvider above it");
  return spoken;
}
