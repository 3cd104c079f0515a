/** What somebody learns who knows some facts: the verdict, the shares, the rows that match. */
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, type ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFirstRows, useWhatIf } from "../api";
import { known } from "../question";
import type { Linking } from "../useLinking";
import { CopyNotice } from "./CopyNotice";
import { FactList } from "./FactList";
import { JoinedGrid } from "./JoinedGrid";
import { Repairs } from "./Repairs";
import { JoinedPlace } from "@/components/linking/JoinedPlace";
import { Verdict } from "@/components/linking/Verdict";
import classes from "./WhatIf.module.css";

/** Nobody wants an answer for half a word. */
const PAUSE = 250;

export function WhatIfTab({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const [settled] = useDebouncedValue(linking.facts, PAUSE);
  const know = useMemo(() => known(settled), [settled]);
  const whatIf = useWhatIf(linking.asked, know, linking.question.threshold, true);
  // The same join is counted for the figures first; the rows then cost little.
  const rows = useFirstRows(linking.asked, know, whatIf.isSuccess && !whatIf.isPlaceholderData);
  return (
    <div className={classes.tab}>
      <CopyNotice linking={linking} />
      <FactList linking={linking} />
      {whatIf.error ? (
        <ErrorNotice error={whatIf.error} onRetry={() => void whatIf.refetch()} />
      ) : whatIf.data ? (
        <div className={classes.answer} aria-busy={whatIf.isPlaceholderData}>
          <Verdict found={whatIf.data} asked={Object.keys(know).length > 0}>{whatIf.data.breach && !whatIf.isPlaceholderData ? <Repairs key={JSON.stringify(know)} linking={linking} know={know} /> : null}</Verdict>
          <div className={classes.rows}>
            <JoinedPlace place={whatIf.data.joined_in} />
            <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />
            {rows.data ? <JoinedGrid first={rows.data} asked={linking.asked} know={know} /> : rows.error ? null : <Loading />}
          </div>
        </div>
      ) : (
        <Loading text={t("linked.whatif.counting")} />
      )}
    </div>
  );
}
