/** The smallest steps that remove what somebody came for, to be applied at once. */
import { Button, Text } from "@mantine/core";
import { useEffect, useRef, type ReactElement } from "react";
import type { MeasuredView, Remedy } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useGoTo } from "../automatic/api";
import { PaneState } from "../PaneState";
import { useRemedy, type Leak } from "../subsets/remedy";
import classes from "./AttributesTab.module.css";

export function RemedyNotice({ view, leak }: { view: MeasuredView; leak: Leak }): ReactElement {
  const { t, format } = useLanguage();
  const query = useRemedy(view, leak);
  const goTo = useGoTo(view.id);
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const rows = format.number(leak.threshold);
  const aim =
    "of" in leak
      ? t("subsets.remedy.groups", { names: leak.of.join(", "), rows })
      : t("subsets.remedy.row", { row: format.number(leak.row), size: leak.max_size, rows });
  return (
    <section ref={notice} tabIndex={-1} className={classes.remedy} aria-label={t("subsets.remedy.title")}>
      <Icon name="search" size={15} />
      <div>
        <strong>{aim}</strong>
        <PaneState query={query} skeleton={<Text size="sm">{t("app.loading")}</Text>}>
          {(remedy) => (
            <div role="status">
              <Steps remedy={remedy} />
            </div>
          )}
        </PaneState>
        <ErrorNotice error={goTo.error} onClose={goTo.reset} />
      </div>
      {query.data?.outlook === "helps" && (
        <Button
          size="compact-sm"
          loading={goTo.isPending || query.isPlaceholderData}
          onClick={() => query.data && goTo.mutate({ levels: levelsAfter(view, query.data), k: view.k })}
        >
          {t("subsets.remedy.apply", { count: query.data.steps.length })}
        </Button>
      )}
    </section>
  );
}

function Steps({ remedy }: { remedy: Remedy }): ReactElement {
  const { t, format } = useLanguage();
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
