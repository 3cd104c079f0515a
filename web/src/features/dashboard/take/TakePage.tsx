/** Take it: the release as a file or a table, written and checked, and what to tell whoever asks. */
import { Divider } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ExportForm } from "../export/ExportForm";
import { TakeRecipe } from "../recipe/TakeRecipe";
import { StepPage } from "../StepPage";
import classes from "./TakePage.module.css";

export default function TakePage({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  return (
    <StepPage datasetId={datasetId} scrolls title={t("journey.take.title")} lead={t("dashboard.export.intro")}>
      {(view) => (
        <section className={classes.page} aria-label={t("dashboard.export.title")}>
          {/* Another state needs another file. */}
          <ExportForm key={view.revision} view={view} />
          <Divider my="lg" />
          <TakeRecipe view={view} />
        </section>
      )}
    </StepPage>
  );
}
