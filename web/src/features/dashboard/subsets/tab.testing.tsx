/** The tab *Subsets* of the sample, what was asked of the server, and the data behind it. */
import { isMeasured, useDataset } from "@/api/dataset";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { StepTabs } from "../StepTabs";

export function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <StepTabs view={data} /> : null;
}

export function open(part = "") {
  const server = recordedServer();
  return { server, sent: server.sent, ...renderPage(<Tab />, { path: `/?tab=subsets${part}` }) };
}
