/** The smallest steps that remove what somebody came for, with their effect, to be applied at once. */
import { Button, CloseButton, Text } from "@mantine/core";
import { useEffect, useRef, type ReactElement } from "react";
import { isEmbedded } from "@/api/embedding";
import type { MeasuredView, Remedy } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useGoTo, usePreview } from "../automatic/api";
import { EffectFigures } from "../EffectFigures";
import { useFigures } from "@/charts/useFigures";
import { PaneState } from "../PaneState";
import { useRemedy, type Leak } from "../subsets/remedy";
import classes from "./AttributesTab.module.css";
import { CopyWithout } from "./CopyWithout";

interface RemedyNoticeProps {
  view: MeasuredView;
  leak: Leak;
  onClose: () => void;
}

export function RemedyNotice({ view, leak, onClose }: RemedyNoticeProps): ReactElement {
  const { t, format } = useLanguage();
  const query = useRemedy(view, leak);
  const goTo = useGoTo(view.id);
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const rows = format.number(leak.threshold);
  const aim =
    "of" in leak
      ? t("subsets.remedy.groups", { names: leak.of.join(", "), rows })
      : t("subsets.remedy.row", { row: format.number(leak.row), count: leak.max_size, rows });
  return (
    <section ref={notice} tabIndex={-1} className={classes.withEffect} aria-label={t("subsets.remedy.title")}>
      <div>
        <strong>{aim}</strong>{" "}
        <PaneState query={query} skeleton={<Text size="sm">{t("app.loading")}</Text>}>
          {(remedy) => (
            <span role="status">
              <Steps remedy={remedy} applied={goTo.isSuccess} />
            </span>
          )}
        </PaneState>{" "}
        <ChangeError change={goTo} />
        {"row" in leak && mayCopy(view, query.data) ? <CopyWithout key={leak.row} view={view} row={leak.row} /> : null}
      </div>
      {query.data?.outlook === "helps" && (
        <>
          <After view={view} remedy={query.data} />
          <Button
            size="compact-sm"
            loading={goTo.isPending || query.isPlaceholderData}
            onClick={() => query.data && goTo.mutate({ levels: levelsAfter(view, query.data), k: view.k })}
          >
            {t("subsets.remedy.apply", { count: query.data.steps.length })}
          </Button>
        </>
      )}
      <CloseButton size="sm" aria-label={t("errors.close")} onClick={onClose} />
    </section>
  );
}

/** Whether somebody who still stands out can be taken out of the data here: a table of a database stays as it is. */
function mayCopy(view: MeasuredView, remedy: Remedy | undefined): boolean {
  return remedy !== undefined && remedy.outlook !== "needless" && view.right !== "view" && view.place === null && !isEmbedded();
}

/** What all the steps together do, before they are taken. */
function After({ view, remedy }: { view: MeasuredView; remedy: Remedy }): ReactElement | null {
  const { t } = useLanguage();
  const figures = useFigures();
  const { data } = usePreview(view.id, view.revision, { levels: levelsAfter(view, remedy), k: view.k });
  if (!data) return null;
  const name = t("subsets.remedy.distribution", { bars: figures.bars(data.risk.distribution) });
  return <EffectFigures now={view.risk} effect={data.risk} distributionName={name} />;
}

function Steps({ remedy, applied }: { remedy: Remedy; applied: boolean }): ReactElement {
  const { t, format } = useLanguage();
  if (remedy.outlook === "needless" && applied) return <>{t("subsets.remedy.holds")}</>;
  if (remedy.outlook !== "helps") return <>{t(`subsets.remedy.${remedy.outlook}`)}</>;
  const hidden = t("dashboard.attributes.hidden");
  const steps = remedy.steps.map(({ attribute, level, label }) =>
    t("subsets.remedy.step", { attribute, level, label: label === "*" ? hidden : label }),
  );
  const told = remedy.k === null ? "" : ` ${t("subsets.remedy.then", { k: format.number(remedy.k) })}`;
  return <>{`${steps.join("; ")}.${told}`}</>;
}

/** All levels as they are, but for the steps. */
function levelsAfter({ attributes }: MeasuredView, { steps }: Remedy): Record<string, number> {
  const now = attributes.filter(({ role }) => role === "quasi").map(({ name, level }) => [name, level ?? 0] as const);
  return { ...Object.fromEntries(now), ...Object.fromEntries(steps.map(({ attribute, level }) => [attribute, level])) };
}
