/** The page opened on two data sets of the mock, and what tests do there again and again. */
import { screen } from "@testing-library/react";
import { mockApi, renderPage, type Page } from "@/testing/render";
import { giveSize, watchRequests, type Sent } from "@/testing/requests";
import LinkedPage from "./LinkedPage";

export const DATASETS = [
  { id: "a", name: "a.csv" },
  { id: "b", name: "b.csv" },
];

export function open(path = "/linked?data=a,b", options = {}) {
  mockApi({ datasets: DATASETS, ...options });
  giveSize(900, 500);
  const sent = watchRequests();
  return { sent, ...renderPage(<LinkedPage />, { path }) };
}

export const last = (sent: Sent[], path: string): unknown => sent.findLast((one) => one.path === `/api/v1/linked/${path}`)?.body;

export async function know(user: Page["user"], number: number, column: string, value: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Add a fact" }));
  await user.selectOptions(screen.getByRole("combobox", { name: `Column of fact ${number}` }), column);
  await user.type(screen.getByLabelText(`Value of fact ${number}`, { selector: "input" }), value);
}
