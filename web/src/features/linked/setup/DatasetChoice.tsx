/** Which data sets are linked, in the order they were ticked. */
import { Checkbox, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { DatasetSummary } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import { SampleHospitals } from "./SampleHospitals";
import { Step } from "./Step";

const MOST = 6;

interface Props {
  all: readonly DatasetSummary[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

export function DatasetChoice({ all, chosen, onChoose }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <Step title={t("linked.data.title")} help={t("linked.data.help")}>
      <ul className={classes.datasets} aria-label={t("linked.data.title")}>
        {all.map(({ id, name, rows, revision }) => {
          const place = chosen.indexOf(id);
          return (
            <li key={id} className={classes.dataset}>
              <Checkbox
                size="xs"
                label={<span className={classes.datasetName}>{name}</span>}
                checked={place >= 0}
                disabled={place < 0 && chosen.length >= MOST}
                onChange={() => onChoose(place >= 0 ? chosen.filter((one) => one !== id) : [...chosen, id])}
              />
              <Text size="xs" c="dimmed" className="numeric">
                {t("linked.data.rows", { count: rows })}
                {revision > 0 ? ` · ${t("linked.data.changed")}` : ""}
              </Text>
              {place >= 0 ? <span className={classes.number}>{place + 1}</span> : null}
            </li>
          );
        })}
      </ul>
      {chosen.length < 2 ? <SampleHospitals onReady={onChoose} /> : null}
      {chosen.length >= MOST ? (
        <Text size="xs" c="dimmed">
          {t("linked.data.most")}
        </Text>
      ) : null}
    </Step>
  );
}
