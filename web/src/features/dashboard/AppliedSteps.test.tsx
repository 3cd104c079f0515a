import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDataset } from "@/api/dataset";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AppliedSteps } from "./AppliedSteps";

function Steps() {
  const { data } = useDataset("census");
  return data ? <AppliedSteps view={data} /> : null;
}

it("undoes one step in the middle and keeps the others, and brings it back", async () => {
  const server = recordedServer();
  for (const attribute of ["age", "sex", "postcode"]) await server.decide({ kind: "generalize", attribute, level: 1 });
  const { sent } = server;
  const { user } = renderPage(<Steps />);
  await user.click(await screen.findByRole("button", { name: /^Undo: 'sex'/ }));
  const undone = await screen.findByRole("list", { name: "Undone" });
  expect(sent.at(-1)).toMatchObject({ method: "DELETE", path: "/decisions/d2" });
  expect(sent.at(-1)?.query.get("revision")).toBe("3");
  expect(within(screen.getByRole("list", { name: "Applied" })).getAllByRole("listitem")).toHaveLength(2);

  await user.click(within(undone).getByRole("button", { name: /^Redo: 'sex'/ }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Undone" })).toBeNull());
  expect(sent.at(-1)).toMatchObject({ method: "POST", path: "/decisions/d2/redo", body: { revision: 4 } });
});

it("says so when nothing was decided", async () => {
  recordedServer();
  renderPage(<Steps />);
  expect(await screen.findByText("nothing yet")).toBeInTheDocument();
});
