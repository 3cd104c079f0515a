/** The tab *Subsets* of the sample, what was asked of the server, and the data behind it. */
import { isMeasured, useDataset } from "@/api/dataset";
import { mockApi, renderPage } from "@/testing/render";
import { StepTabs } from "../StepTabs";
import { watchRequests } from "@/testing/requests";

export function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <StepTabs view={data} /> : null;
}

export function open(part = "") {
  const dataset = mockApi().datasets.get("census");
  if (!dataset) throw new Error("the mock has no census");
  const sent = watchRequests();
  return { dataset, sent, ...renderPage(<Tab />, { path: `/?tab=subsets${part}` }) };
}
