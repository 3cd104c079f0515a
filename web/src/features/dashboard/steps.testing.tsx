/** The steps of a data set that tests go between: `renderPage(<Steps />, { path: "/check?tab=subsets" })`. */
import type { ReactElement } from "react";
import { Route, Switch } from "wouter";
import CheckPage from "./check/CheckPage";
import SafePage from "./safe/SafePage";
import SeePage from "./see/SeePage";
import TakePage from "./take/TakePage";

export function Steps({ datasetId = "census" }: { datasetId?: string }): ReactElement {
  return (
    <Switch>
      <Route path="/safe">
        <SafePage datasetId={datasetId} />
      </Route>
      <Route path="/check">
        <CheckPage datasetId={datasetId} />
      </Route>
      <Route path="/take">
        <TakePage datasetId={datasetId} />
      </Route>
      <Route>
        <SeePage datasetId={datasetId} />
      </Route>
    </Switch>
  );
}
