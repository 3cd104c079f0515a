/** The language of the page, remembered in the browser: `const { t, format } = useLanguage()`. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { translator, type Language, type Translate, type Translation } from "./catalogue";
import { en } from "./en";
import { formatter, type Format } from "./formatting";
import { rememberLanguage, spokenLanguage } from "./spoken";

// English is the fallback and always at hand; others are fetched when chosen.
const LOADERS: Record<Language, () => Promise<Translation>> = {
  en: () => Promise.resolve(en),
  es: () => import("./es").then((module) => module.es),
};

interface Spoken {
  language: Language;
  setLanguage: (language: Language) => void;
  t: Translate;
  format: Format;
}

const Context = createContext<Spoken | null>(null);

interface Loaded {
  language: Language;
  catalogue: Translation;
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Language>(spokenLanguage);
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
        rememberLanguage(language);
        setWanted(language);
        // The server's texts come in the language they are asked for in.
        void client.invalidateQueries();
      },
      t: translator(loaded.language, loaded.catalogue),
      format: formatter(loaded.language),
    }),
    [client, loaded],
  );
  return <Context value={spoken}>{children}</Context>;
}

export function useLanguage(): Spoken {
  const spoken = use(Context);
  if (!spoken) throw new Error("useLanguage needs a LanguageProvider above it");
  return spoken;
}
