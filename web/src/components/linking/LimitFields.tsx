/** What every group must hold: how many rows (k), how many values (l), how near to all rows (t). */
import { NumberInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";

export interface Limits {
  k: number;
  /** None where it does not matter. */
  l: number | null;
  t: number | null;
}

interface Props {
  limits: Limits;
  onChange: (changed: Partial<Limits>) => void;
}

const number = (value: number | string): number | null => (typeof value === "number" ? value : null);

export function LimitFields({ limits, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <>
      <NumberInput size="xs" w={130} label={t("linked.check.k")} min={1} allowDecimal={false} value={limits.k} onChange={(k) => typeof k === "number" && k >= 1 && onChange({ k })} />
      <NumberInput size="xs" w={130} label={t("linked.check.l")} placeholder={t("linked.check.any")} min={1} allowDecimal={false} value={limits.l ?? ""} onChange={(l) => onChange({ l: number(l) })} />
      <NumberInput size="xs" w={100} label={t("linked.check.t")} placeholder={t("linked.check.any")} min={0} max={1} step={0.05} decimalScale={3} value={limits.t ?? ""} onChange={(value) => onChange({ t: number(value) })} />
    </>
  );
}
