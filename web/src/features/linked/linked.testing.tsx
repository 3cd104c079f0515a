/** The page opened on two data sets, and what tests do there again and again. */
import { screen } from "@testing-library/react";
import type { Repair } from "@/api/types";
import { renderPage, type Page } from "@/testing/render";
import { answerInstead, recordedServer, type SentRequest, type ServerOptions } from "@/testing/server";
import { giveSize } from "@/testing/size";
import LinkedPage from "./LinkedPage";

export function open(path = "/linked?data=a,b", options: ServerOptions = {}) {
  const { sent } = recordedServer({ fixture: "linked", ...options });
  giveSize(900, 500);
  return { sent, ...renderPage(<LinkedPage />, { path }) };
}

/** What the advice says last. */
export const ADVICE = /^Many people may be in more than one release/u;

/** A repair by a step of a hierarchy, which the small tables are too small for. */
const REPAIRS: Repair[] = [
  { kind: "generalise", source: 1, column: "MaritalStatus", steps: 1, level: 2, texts: { Married: "*" }, rows: 7, cost: 0.2, closes: true, n: 3, p: 0.5, sentence: "Raise 'MaritalStatus' of 'a.csv' one level.", unit: "rows" },
  { kind: "suppress", source: 2, column: null, steps: 0, level: null, texts: {}, rows: 1, cost: 0.3, closes: true, n: 0, p: null, sentence: "Leave out 1 row of 'b.csv'.", unit: "rows" },
  { kind: "generalise", source: 2, column: "Gender", steps: 1, level: 1, texts: { Male: "*" }, rows: 6, cost: 0.4, closes: false, n: 1, p: 1, sentence: "Raise 'Gender' of 'b.csv' one level.", unit: "rows" },
];

export function answerRepairs(): void {
  answerInstead("/linked/repairs/", () => Response.json({ know: { MaritalStatus: "Married" }, repairs: REPAIRS, unit: "rows" }));
}

export const last = (sent: SentRequest[], path: string): unknown => sent.findLast((one) => one.path === `/api/v1/linked/${path}`)?.body;

export async function know(user: Page["user"], number: number, column: string, value: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Add a fact" }));
  await user.selectOptions(screen.getByRole("combobox", { name: `Column of fact ${number}` }), column);
  await user.type(screen.getByLabelText(`Value of fact ${number}`, { selector: "input" }), value);
}
