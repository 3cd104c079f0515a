/** The language of the page, remembered in the browser: `const { t, format } = useLanguage()`. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { translator, type Language, type Translate, type Translation } from "./catalogue";
import { texts as english } from "./en";
import { formatter, type Format } from "./formatting";
import { chosenLanguage, loadTexts, rememberLanguage } from "./language";

interface LanguageContext {
  language: Language;
  setLanguage: (language: Language) => void;
  t: Translate;
  format: Format;
}

const Context = createContext<LanguageContext | null>(null);

interface Loaded {
  language: Language;
  catalogue: Translation;
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Language>(chosenLanguage);
  const [loaded, setLoaded] = useState<Loaded>({ language: "en", catalogue: english });

  useEffect(() => {
    let current = true;
    void loadTexts(wanted).then((catalogue) => {
      if (!current) return;
      document.documentElement.lang = wanted;
      setLoaded({ language: wanted, catalogue });
    });
    return () => {
      current = false;
    };
  }, [wanted]);

  const value = useMemo<LanguageContext>(
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
  return <Context value={value}>{children}</Context>;
}

export function useLanguage(): LanguageContext {
  const value = use(Context);
  if (!value) throw new Error("useLanguage needs a LanguageProvider above it");
  return value;
}
