/** Every word of the glossary is explained on some page, beside where it is used. */
import { expect, it } from "vitest";
import { glossary } from "@/i18n/en/glossary";

const sources = import.meta.glob<string>(["../features/**/*.{ts,tsx}", "./linking/*.tsx", "../charts/*.ts", "!../**/*.test.*"], { query: "?raw", import: "default", eager: true });
const all = Object.entries(sources);

/** Lists whose names are handed to a help one by one. */
const LISTS: readonly (readonly [file: string, help: string])[] = [
  ["features/dashboard/verdict/Checks.tsx", "<Term name={term} />"],
  ["features/roles/roles.ts", ""],
  ["charts/useFigures.ts", ""],
];

function isExplained(term: string): boolean {
  const help = new RegExp(`<(Terms?|Help) names?=("${term}"|\\{[^}]*"${term}"[^}]*\\})|glossary\\.${term}\\.field`, "u");
  return all.some(([file, text]) => help.test(text) || LISTS.some(([end, shown]) => file.endsWith(end) && text.includes(shown) && text.includes(`"${term}"`)));
}

it.each(Object.keys(glossary))("%s has a help on some page", (term) => {
  expect(isExplained(term)).toBe(true);
});
