/** Protections of sensitive attributes in words: `heldOf(run.held)` tells "l of religion: 3 (≥ 2)". */
import { useCatalogue } from "@/api/dataset";
import type { Catalogue, Held, ProtectionView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

/** `l` for diversity, `t` for closeness, nothing for a model of another kind: as the catalogue says. */
export function letterOf(promises: Catalogue["promises"], model: string): "l" | "t" | null {
  return promises.find(({ name }) => name === model)?.letter ?? null;
}

export interface Told {
  name: string;
  text: string;
}

/** What is reached of each protection; of what is not protected nothing is claimed. */
export function useHeld(): (held: readonly Held[]) => Told[] {
  const { t, format } = useLanguage();
  const promises = useCatalogue().data?.promises ?? [];
  return (held) =>
    held.map(({ attribute, model, threshold, reached }) => {
      const promise = promises.find(({ name }) => name === model);
      const kind = promise?.letter ?? promise?.title ?? model;
      if (promise?.about === "release" && promise.kind === "share") {
        const shares = { reached: reached === null ? "–" : format.percent(100 * reached, 2), threshold: format.percent(100 * threshold, 2) };
        return { name: t("dashboard.protections.whole", { kind }), text: t("dashboard.protections.atMost", shares) };
      }
      const values = { reached: reached === null ? "–" : format.decimal(reached), threshold: format.decimal(threshold) };
      const text = t(promise?.bound === "at_least" ? "dashboard.protections.atLeast" : "dashboard.protections.atMost", values);
      const whole = promise?.about === "release";
      return { name: whole ? t("dashboard.protections.whole", { kind }) : t("dashboard.protections.of", { kind, attribute }), text };
    });
}

/** What is in force of a kind: "2 for religion"; nothing where nothing is. */
export function useInForce(protections: readonly ProtectionView[]): (kind: "l" | "t") => string | null {
  const { t, format } = useLanguage();
  const promises = useCatalogue().data?.promises ?? [];
  return (kind) => {
    const found = protections.filter(({ model }) => letterOf(promises, model) === kind);
    const values = [...new Set(found.map(({ threshold }) => threshold))];
    const told = values.map((value) => {
      const names = found.filter(({ threshold }) => threshold === value).map(({ attribute }) => attribute);
      return t("dashboard.protections.inForce", { value: format.decimal(value), names: names.join(", ") });
    });
    return told.length ? told.join("; ") : null;
  };
}

/** What is promised of an attribute: "l ≥ 2", "t ≤ 0.5", or the name of another model with its number. */
export function usePromise(): (protection: { model: string; threshold: number; words?: string }) => string {
  const { format } = useLanguage();
  const promises = useCatalogue().data?.promises ?? [];
  return ({ model, threshold, words }) => {
    const promise = promises.find(({ name }) => name === model);
    if (promise?.about === "release" && words !== undefined) return words;
    if (promise?.about === "release" && promise.kind === "share") return `${promise.title} ≤ ${format.percent(100 * threshold, 2)}`;
    const sign = promise?.bound === "at_most" ? "≤" : "≥";
    return `${promise?.letter ?? promise?.title ?? model} ${sign} ${format.decimal(threshold)}`;
  };
}
