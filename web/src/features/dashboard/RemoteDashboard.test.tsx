import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDataset } from "@/api/dataset";
import { PlaceBadge } from "@/components/PlaceBadge";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, problem, recordedServer } from "@/testing/server";
import { giveSize } from "@/testing/size";
import SafePage from "./safe/SafePage";
import SeePage from "./see/SeePage";

const STAYS = /Only counts and the page you look at leave it/u;

function Place() {
  const { data } = useDataset("census");
  return (
    <>
      <h1>{data?.name}</h1>
      <PlaceBadge place={data?.place} />
    </>
  );
}

const locked = (source?: string): Response =>
  Response.json({ code: "password_needed", message: "PostgreSQL asks for the password of 'ann'.", hint: "", errors: [], ...(source === undefined ? {} : { source }) }, { status: 400 });

it("says where the rows stay and what leaves that place", async () => {
  recordedServer({ fixture: "remote" });
  const { user } = renderPage(<Place />);
  const badge = await screen.findByRole("group", { name: /^PostgreSQL at 127\.0\.0\.1:5432, public\.census\./u });
  expect(badge).toHaveAccessibleName(STAYS);
  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent(STAYS);
});

it("says nothing of a place for data that is kept here", async () => {
  recordedServer();
  renderPage(<Place />);
  await screen.findByRole("heading", { name: "census.csv" });
  expect(screen.queryByRole("group")).toBeNull();
});

it("explains the numbers of rows where the database has no order", async () => {
  recordedServer({ fixture: "remote" });
  const { user } = renderPage(<SeePage datasetId="census" />);
  expect(await screen.findByText("A database keeps its rows in no particular order. The row numbers follow the order shown here.", { selector: "p" })).toBeInTheDocument();
  await user.click(screen.getByRole("tab", { name: "The whole table" }));
  expect(await screen.findByRole("columnheader", { name: "Row", description: /follow the order shown here/u })).toBeInTheDocument();
});

it("asks for a password in place of the page, and goes on where one was", async () => {
  recordedServer({ fixture: "remote" });
  const password = answerInstead("/sources/clinic/password", () => locked());
  const unlock = answerInstead("/datasets/census", () => locked("clinic"));
  const { user, container } = renderPage(<SafePage datasetId="census" />, { path: "/?tab=rows" });
  expect(await screen.findByRole("heading", { name: "The database asks for a password" })).toBeInTheDocument();
  expect(screen.getByText("PostgreSQL asks for the password of 'ann'.")).toBeInTheDocument();
  expect(await findBarriers(container)).toEqual([]);
  const field = screen.getByLabelText("Password");
  await user.type(field, "wrong{Enter}");
  expect(await screen.findByText("Not connected")).toBeInTheDocument();
  expect(field).toHaveValue("");
  password();
  answerInstead("/sources/clinic/password", () => {
    unlock();
    return new Response(null, { status: 204 });
  });
  await user.type(field, "right{Enter}");
  expect(await screen.findByRole("tab", { name: "By hand", selected: true })).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Remove rows" })).toBeChecked();
  expect(window.location.search).toBe("?tab=rows");
});

it("asks nobody for a password of a source that is not theirs", async () => {
  recordedServer({ fixture: "remote" });
  answerInstead("/datasets/census", () => locked());
  renderPage(<SeePage datasetId="census" />);
  expect(await screen.findByRole("heading", { name: "This page cannot be shown" })).toBeInTheDocument();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

it("keeps the filters of the grid while the database is down, and tries again", async () => {
  giveSize(1200, 400);
  recordedServer({ fixture: "remote" });
  const { user } = renderPage(<SeePage datasetId="census" />, { path: "/?part=table" });
  const sort = await screen.findByTitle("Sort by age");
  const mend = answerInstead("/rows?", () => problem(400, "source_not_readable", "Nothing answers on PostgreSQL.", "Check that it runs."));
  await user.click(sort);
  expect(await screen.findByRole("alert")).toHaveTextContent("Nothing answers on PostgreSQL.");
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("columnheader", { name: /^age/u })).toHaveAttribute("aria-sort", "ascending");
});

it("says in one line that nothing was checked for lack of a password, and asks for it behind the line", async () => {
  recordedServer({ fixture: "remote" });
  const unlock = answerInstead("/verdict", () => locked("clinic"));
  answerInstead("/sources/clinic/password", () => {
    unlock();
    return new Response(null, { status: 204 });
  });
  const { user } = renderPage(<SeePage datasetId="census" />);
  await user.click(await screen.findByRole("button", { name: /^Not checked ?PostgreSQL asks/u }));
  const dialog = await screen.findByRole("dialog");
  expect(await findBarriers(dialog)).toEqual([]);
  await user.type(within(dialog).getByLabelText("Password"), "right{Enter}");
  expect(await screen.findByRole("button", { name: /See the checks/u })).toBeInTheDocument();
});
