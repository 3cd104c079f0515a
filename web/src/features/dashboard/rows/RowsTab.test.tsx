import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { mockApi, renderPage } from "@/testing/render";
import { watchRequests } from "../requests.testing";
import { RowsTab } from "./RowsTab";

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <RowsTab view={data} /> : null;
}

function open(k?: number) {
  const api = mockApi();
  const dataset = api.datasets.get("census");
  for (const attribute of ["postcode", "birth_country", "occupation", "education", "household_size"]) {
    dataset?.decide({ kind: "role", attribute, role: "insensitive" });
  }
  if (k !== undefined) dataset?.decide({ kind: "suppress", k });
  const sent = watchRequests();
  return { dataset, sent, ...renderPage(<Tab />) };
}

const slider = (): Promise<HTMLElement> => screen.findByRole("slider", { name: "Smallest group allowed (k)" });

describe("the slider for k", () => {
  it("starts at 2 and ends at 20", async () => {
    open();
    const k = await slider();
    expect([k.getAttribute("aria-valuemin"), k.getAttribute("aria-valuenow"), k.getAttribute("aria-valuemax")]).toEqual([
      "2",
      "2",
      "20",
    ]);
  });

  it("starts one above the k of now", async () => {
    open(4);
    expect(await slider()).toHaveAttribute("aria-valuemin", "5");
  });

  it("shows what each k leaves out, without asking", async () => {
    const { user, sent } = open();
    const k = await slider();
    await screen.findByRole("table");
    const before = screen.getByText(/left out \(/).textContent;
    const asked = sent.length;
    k.focus();
    await user.keyboard("{End}");
    expect(k).toHaveAttribute("aria-valuenow", "20");
    expect(screen.getByText(/left out \(/).textContent).not.toBe(before);
    expect(sent).toHaveLength(asked);
  });

  it("applies the k under it", async () => {
    const { user, sent, dataset } = open();
    (await slider()).focus();
    await user.keyboard("{ArrowRight}");
    await user.click(screen.getByRole("button", { name: "Apply k = 3" }));
    await waitFor(() => expect(dataset?.state().k).toBe(3));
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ kind: "suppress", k: 3, revision: 5 });
    await waitFor(async () => expect(await slider()).toHaveAttribute("aria-valuemin", "4"));
  });

  it("gives way to a word at the end", async () => {
    open(20);
    expect(await screen.findByText("k cannot be raised further here")).toBeInTheDocument();
  });
});

it("says what generalising and leaving out are good for", async () => {
  open();
  expect(await screen.findByText(/leaving out rows lowers the highest risk/)).toBeInTheDocument();
});

it("shows the rows at highest risk with the reason", async () => {
  open();
  const table = await screen.findByRole("table", { name: "Rows at highest risk" });
  const [first] = within(table).getAllByRole("row").slice(1);
  expect(first).toHaveTextContent(/100 %.*Nobody else shares/);
});
