/** How likely each sensitive value is among the rows that match, against the threshold. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Composition, WhatIf } from "@/api/types";
import classes from "./ShareBars.module.css";

const MOST = 40;
const SHARE = { rows: "linked.whatif.share", people: "linked.whatif.sharePeople", combinations: "linked.whatif.shareCombinations" } as const;

interface Props {
  values: Composition["values"];
  threshold: number;
  unit?: WhatIf["unit"];
}

export function ShareBars({ values, threshold, unit = "rows" }: Props): ReactElement | null {
  const { t, format } = useLanguage();
  if (!values.length) return null;
  const shown = values.slice(0, MOST);
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t("linked.whatif.limit", { share: format.percent(100 * threshold, 2) })}
      </Text>
      <ul className={classes.shares} aria-label={t("linked.whatif.shares")}>
        {shown.map(({ value, rows, share }) => (
          <li key={value} title={t(SHARE[unit], { value, rows, share: format.percent(100 * share) })}>
            <span className={classes.shareName}>{value}</span>
            <span className={classes.track}>
              <span className={classes.fill} data-high={share >= threshold || undefined} style={{ width: `${100 * share}%` }} />
              <span className={classes.limit} style={{ left: `${100 * threshold}%` }} />
            </span>
            <span className={classes.shareRows}>{format.percent(100 * share)}</span>
          </li>
        ))}
      </ul>
      {values.length > MOST ? (
        <Text size="xs" c="dimmed">
          {t("linked.whatif.more", { count: values.length - MOST })}
        </Text>
      ) : null}
    </div>
  );
}
