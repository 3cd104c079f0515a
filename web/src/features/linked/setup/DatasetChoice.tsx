/** Which data sets are linked, in the order they were ticked. */
import { Checkbox, Text } from "@mantine/core";
import { useEffect, useRef, type ReactElement } from "react";
import type { DatasetSummary } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import { SampleHospitals } from "./SampleHospitals";
import { Step } from "./Step";

const MOST = 6;

interface Props {
  all: readonly DatasetSummary[];
  chosen: readonly string[];
  /** The one that was ticked last: it keeps the focus, as everything below is drawn anew. */
  ticked: string | null;
  onChoose: (ids: readonly string[], ticked?: string) => void;
}

export function DatasetChoice({ all, chosen, ticked, onChoose }: Props): ReactElement {
  const { t } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const inSight = ticked ?? chosen[0] ?? "";
  useEffect(() => {
    const found = [...(list.current?.children ?? [])].find((one) => one.getAttribute("data-id") === inSight);
    if (list.current && found instanceof HTMLElement) list.current.scrollTop = found.offsetTop - list.current.offsetTop;
    if (inSight === ticked) found?.querySelector("input")?.focus({ preventScroll: true });
  }, [inSight, ticked]);
  return (
    <Step title={t("linked.data.title")} help={t("linked.data.help")}>
      <ul ref={list} className={classes.datasets} aria-label={t("linked.data.title")}>
        {all.map(({ id, name, rows, revision }) => {
          const place = chosen.indexOf(id);
          return (
            <li key={id} data-id={id} className={classes.dataset}>
              <Checkbox
                size="xs"
                label={<span className={classes.datasetName}>{name}</span>}
                checked={place >= 0}
                disabled={place < 0 && chosen.length >= MOST}
                onChange={() => onChoose(place >= 0 ? chosen.filter((one) => one !== id) : [...chosen, id], id)}
              />
              <Text size="xs" c="dimmed" ta="right" lh={1.3} className="numeric">
                {t("linked.data.rows", { count: rows })}
                {/* On a line of its own: beside it, the name would have no room. */}
                {revision > 0 ? <span className={classes.changed}>{t("linked.data.changed")}</span> : null}
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
