/** Leave out the rows that stand out most: k is tried before it is applied. */
import type { ReactElement } from "react";
import type { MeasuredView, Recommendations } from "@/api/types";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useRecommendations } from "../api/derived";
import { RecodedNotice, recodingOf } from "../automatic/RecodedNotice";
import { PaneState } from "../PaneState";
import { RiskyPeople } from "./RiskyPeople";
import classes from "./RowsTab.module.css";
import { SuppressionStep } from "./SuppressionStep";

export function RowsTab({ view }: { view: MeasuredView }): ReactElement {
  const advice = useRecommendations(view.id, view.revision);
  const held = useHeldFocus();
  const recoding = recodingOf(view);
  return (
    <div className={classes.tab}>
      <div className={classes.choice} {...held}>
        {recoding ? (
          <RecodedNotice view={view} recoding={recoding} />
        ) : (
          <PaneState query={advice}>
            {(data) => <SuppressionStep key={keyOf(data)} view={view} advice={data} />}
          </PaneState>
        )}
      </div>
      <RiskyPeople view={view} />
    </div>
  );
}

/** Another state, or another choice of k, starts at its first k. */
function keyOf({ k, state, suppression }: Recommendations): string {
  return `${k} ${suppression.length} ${JSON.stringify(state)}`;
}
