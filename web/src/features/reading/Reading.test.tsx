import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Reading } from "./Reading";

it("says how the file was read, and where values are missing", async () => {
  recordedServer();
  const { container } = renderPage(<Reading datasetId="census" />);
  const section = await screen.findByRole("region", { name: "How incrowd read the file" });
  expect(section).toHaveTextContent(/400 rows and \d+ columns were read/);
  expect(section).toHaveTextContent(/education: \d+ empty cells?/);
  expect(await findBarriers(container)).toEqual([]);
});

it("reads the file in another way", async () => {
  const server = recordedServer();
  const { user } = renderPage(<Reading datasetId="census" />);
  await user.click(await screen.findByText("Read it differently"));
  await user.selectOptions(screen.getByRole("combobox", { name: "The first line" }), "no");
  await user.click(screen.getByRole("button", { name: "Read again" }));
  await waitFor(async () => expect((await server.view()).rows).toBe(401));
  expect(await screen.findByText(/The first line is data/)).toBeInTheDocument();
});

it("says why it cannot be read in another way once something was decided", async () => {
  const server = recordedServer();
  await server.decide({ kind: "generalize", attribute: "sex", level: 1 });
  renderPage(<Reading datasetId="census" />);
  expect(await screen.findByText(/Decisions were made about these columns/)).toBeInTheDocument();
  expect(screen.queryByText("Read it differently")).toBeNull();
});
