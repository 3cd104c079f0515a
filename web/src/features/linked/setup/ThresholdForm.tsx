/** The step in which the threshold is chosen. */
import type { ReactElement } from "react";
import { ThresholdChoice } from "@/components/linking/ThresholdChoice";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Linking } from "../useLinking";
import { Step } from "./Step";

export function ThresholdForm({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  return (
    <Step title={t("linked.threshold.title")}>
      <ThresholdChoice threshold={linking.question.threshold} onChange={(threshold) => linking.change({ threshold })} />
    </Step>
  );
}
