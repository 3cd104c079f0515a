/** Typed texts: `translate("app.rows", { count: 3 })`; a missing key or value fails type-checking. */
import type { texts as en } from "./en";

/** The name of a folder of texts: `en`. */
export type Language = string;

interface Plural {
  readonly one: string;
  readonly other: string;
}

type Widen<T> = T extends string ? string : { readonly [K in keyof T]: Widen<T[K]> };

/** What a further language must provide. */
export type Translation = Widen<typeof en>;

type Leaves<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string | Plural ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

export type Key = Leaves<typeof en>;

type At<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Placeholders<Leaf> = Leaf extends Plural ? "count" | Names<Leaf["one"] | Leaf["other"]> : Names<Leaf>;
type Values<Path extends Key> = Record<Placeholders<At<typeof en, Path>>, string | number>;

/** The values that a text needs: none for a plain one. */
export type Arguments<Path extends Key> =
  Placeholders<At<typeof en, Path>> extends never ? [] : [values: Values<Path>];

export type Translate = <Path extends Key>(key: Path, ...values: Arguments<Path>) => string;

function find(catalogue: Translation, key: string): string | Plural {
  let node: unknown = catalogue;
  for (const step of key.split(".")) node = (node as Record<string, unknown>)[step];
  return node as string | Plural;
}

/** Make the function that looks texts up and puts values in; numbers are written as the language does. */
export function translator(language: Language, catalogue: Translation): Translate {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return (key, ...[values]) => {
    const given: Record<string, string | number> = values ?? {};
    const leaf = find(catalogue, key);
    const text =
      typeof leaf === "string" ? leaf : plural.select(Number(given.count)) === "one" ? leaf.one : leaf.other;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? "";
      return typeof value === "number" ? number.format(value) : value;
    });
  };
}
