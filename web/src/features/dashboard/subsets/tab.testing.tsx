/** The tab *Subsets* of the sample, what was asked of the server, and the data behind it. */
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Steps } from "../steps.testing";

export const Tab = Steps;

export function open(part = "") {
  const server = recordedServer();
  return { server, sent: server.sent, ...renderPage(<Tab />, { path: `/check?tab=subsets${part}` }) };
}
