/** Protections of sensitive attributes in words: `heldOf(run.held)` tells "l of religion: 3 (≥ 2)". */
import type { Held, ProtectionView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

/** Diversity, closeness, or a model of another kind by its own name. */
export function kindOf(model: string): string {
  if (model.endsWith("_l")) return "l";
  return model.startsWith("t_") ? "t" : model;
}

export interface Told {
  name: string;
  text: string;
}

/** What is reached of each protection; of what is not protected nothing is claimed. */
export function useHeld(): (held: readonly Held[]) => Told[] {
  const { t, format } = useLanguage();
  return (held) =>
    held.map(({ attribute, model, threshold, reached }) => {
      const kind = kindOf(model);
      const values = { reached: reached === null ? "–" : format.decimal(reached), threshold: format.decimal(threshold) };
      const text = t(kind === "l" ? "dashboard.protections.atLeast" : "dashboard.protections.atMost", values);
      return { name: t("dashboard.protections.of", { kind, attribute }), text };
    });
}

/** What is in force of a kind: "2 for religion"; nothing where nothing is. */
export function useInForce(protections: readonly ProtectionView[]): (kind: "l" | "t") => string | null {
  const { t, format } = useLanguage();
  return (kind) => {
    const found = protections.filter(({ model }) => kindOf(model) === kind);
    const values = [...new Set(found.map(({ threshold }) => threshold))];
    const told = values.map((value) => {
      const names = found.filter(({ threshold }) => threshold === value).map(({ attribute }) => attribute);
      return t("dashboard.protections.inForce", { value: format.decimal(value), names: names.join(", ") });
    });
    return told.length ? told.join("; ") : null;
  };
}
