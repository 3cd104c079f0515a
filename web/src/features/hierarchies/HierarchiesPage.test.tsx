import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { HierarchyView, LevelRisk } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { withoutQuasi } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import HierarchiesPage from "./HierarchiesPage";

const level = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole("heading", { level: 3, name: title });
  return heading.closest("section") ?? expect.fail("a level is a section");
};

const labels = (section: HTMLElement): (string | null)[] =>
  [...section.querySelectorAll("li > span[title]")].map((one) => one.textContent);

function draw(attribute?: string) {
  const server = recordedServer();
  return { server, ...renderPage(<HierarchiesPage datasetId="census" attribute={attribute} />) };
}

describe("the hierarchy of an attribute", () => {
  it("is shown level by level with the rows of each group", async () => {
    draw();
    expect(await screen.findByRole("heading", { level: 2, name: "age" })).toBeInTheDocument();
    expect(labels(await level("20-year bands"))).toEqual(["0-19", "20-39", "40-59", "60-79", "80-99"]);
    expect(await level("20-year bands")).toHaveTextContent("0-1992");
    expect(await level("exact")).toHaveTextContent("published now");
  });

  it("has no barriers", async () => {
    const { container } = draw("education");
    await level("low, medium, high");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("can be edited only between the values and *", async () => {
    draw("age");
    expect(within(await level("exact")).queryByRole("checkbox")).toBeNull();
    expect(within(await level("*")).queryByRole("checkbox")).toBeNull();
    expect(within(await level("5-year bands")).getAllByRole("checkbox").length).toBeGreaterThan(5);
  });

  it("is found again by its groups", async () => {
    const { user } = draw("age");
    await level("20-year bands");
    await user.type(screen.getByRole("searchbox", { name: "Find a group" }), "20-");
    expect(labels(await level("20-year bands"))).toEqual(["20-39"]);
    expect(await level("*")).toHaveTextContent("No group matches.");
  });

  it("says what it does not know", async () => {
    draw("nonsense");
    expect(await screen.findByText("'nonsense' is not a column that others may know.")).toBeInTheDocument();
  });
});

describe("the chart beside it", () => {
  const panel = (): Promise<HTMLElement> => screen.findByRole("region", { name: "Who would be at risk, by age" });

  it("counts the rows of each value at a level and a group size, edits included", async () => {
    const { user, server } = draw("age");
    const chart = await panel();
    const [first] = (await server.post<LevelRisk>("/hierarchies/age/risk", { level: 0, k: 5 })).bars;
    expect(await within(chart).findByText(/^[\d,]+ of 400 rows would be in groups smaller than 5\.$/)).toBeInTheDocument();
    expect(within(chart).getByText(first?.label ?? "")).toBeInTheDocument();
    await user.selectOptions(within(chart).getByRole("combobox", { name: "At level" }), "3 · 20-year bands");
    expect(await within(chart).findByText("80-99")).toBeInTheDocument();
    const bands = await level("20-year bands");
    await user.click(within(bands).getByRole("checkbox", { name: /60-79/ }));
    await user.click(within(bands).getByRole("checkbox", { name: /80-99/ }));
    const name = within(bands).getByRole("textbox");
    await user.clear(name);
    await user.type(name, "60+");
    await user.click(within(bands).getByRole("button", { name: "Merge 2 groups" }));
    expect(await within(chart).findByText("60+")).toBeInTheDocument();
    expect(within(chart).queryByText("80-99")).toBeNull();
  });

  it("flips its axes and is made wider with the keyboard", async () => {
    const { user } = draw("age");
    const chart = await panel();
    await within(chart).findByText(/rows would be in groups/);
    await user.click(within(chart).getByRole("button", { name: "Flip the axes" }));
    expect(within(chart).getAllByText(/: \d+ in large enough groups, \d+ at risk$/).length).toBeGreaterThan(3);
    const edge = screen.getByRole("separator", { name: "Width of the chart" });
    const before = Number(edge.getAttribute("aria-valuenow"));
    edge.focus();
    await user.keyboard("{ArrowLeft}");
    expect(Number(edge.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
  });
});

describe("editing", () => {
  it("merges selected groups under a new name, and applies that", async () => {
    const { user, server } = draw("age");
    await user.click(await screen.findByRole("checkbox", { name: /Select 60-79/ }));
    await user.click(screen.getByRole("checkbox", { name: /Select 80-99/ }));
    const name = screen.getByRole("textbox", { name: "Name of the merged group" });
    await user.clear(name);
    await user.type(name, "60+");
    await user.click(screen.getByRole("button", { name: "Merge 2 groups" }));
    await waitFor(async () => expect(labels(await level("20-year bands"))).toEqual(["0-19", "20-39", "40-59", "60+"]));
    expect((await server.view()).revision).toBe(0);
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(async () => expect((await server.view()).revision).toBe(1));
    expect((await server.get<HierarchyView>("/hierarchies/age")).csv).toMatch(/^85;.*;60\+;/m);
    expect(await screen.findByText("The new levels of age are applied.")).toBeInTheDocument();
  });

  it("asks before it merges the groups above, too", async () => {
    const { user } = draw("age");
    const merge = async (): Promise<HTMLElement> => {
      await user.click(await screen.findByRole("checkbox", { name: /Select 0-4,/ }));
      await user.click(screen.getByRole("checkbox", { name: /Select 80-84/ }));
      await user.click(screen.getByRole("button", { name: "Merge 2 groups" }));
      return screen.findByRole("dialog", { name: "Merge the groups above as well?" });
    };
    const dialog = await merge();
    expect(dialog).toHaveTextContent("'0-4' and '80-84' are in different groups of level 2.");
    expect(dialog).toHaveTextContent("At level 3, '0-19' and '80-99' become '0-19, 80-99'.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(labels(await level("5-year bands"))).toContain("0-4");
    expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
    await user.click(within(await merge()).getByRole("button", { name: "Merge all of them" }));
    await waitFor(async () => expect(labels(await level("20-year bands"))).toContain("0-19, 80-99"));
    expect(labels(await level("5-year bands"))).toContain("0-4, 80-84");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Apply" })).toBeEnabled();
  });

  it("says why an edit is not possible, and leaves things as they were", async () => {
    const { user } = draw("age");
    await user.click(await screen.findByRole("button", { name: "Rename 0-19" }));
    const input = screen.getByRole("textbox", { name: "New name of 0-19" });
    await user.clear(input);
    await user.type(input, "20-39{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("has, at level 3, two groups called '20-39'");
    expect(labels(await level("20-year bands"))).toContain("0-19");
    expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
  });

  it("renames a group, undoes and redoes it", async () => {
    const { user } = draw("age");
    await user.click(await screen.findByRole("button", { name: "Rename 0-19" }));
    const input = screen.getByRole("textbox", { name: "New name of 0-19" });
    expect(input).toHaveFocus();
    await user.clear(input);
    await user.type(input, "young{Enter}");
    await waitFor(async () => expect(labels(await level("20-year bands"))).toContain("young"));
    expect(screen.getByText("1 change not applied yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo change" }));
    expect(labels(await level("20-year bands"))).toContain("0-19");
    await user.click(screen.getByRole("button", { name: "Redo change" }));
    expect(labels(await level("20-year bands"))).toContain("young");
  });

  it("is read and changed as rules", async () => {
    const { user, server } = draw("sex");
    await user.click(await screen.findByRole("button", { name: "Rules" }));
    const text = await screen.findByRole("textbox", { name: "sex as rules" });
    expect((text as HTMLTextAreaElement).value).toContain("level 1\n{");
    await user.clear(text);
    await user.click(text);
    await user.paste("level 1\n{female, male} => person\nlevel 2\n{person} => *");
    await user.click(screen.getByRole("button", { name: "Use these rules" }));
    expect(await screen.findByText("person")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(async () => expect((await server.view()).revision).toBe(1));
  });

  it("says which rule makes no sense", async () => {
    const { user } = draw("sex");
    await user.click(await screen.findByRole("button", { name: "Rules" }));
    const text = await screen.findByRole("textbox", { name: "sex as rules" });
    await user.clear(text);
    await user.click(text);
    await user.paste("female => person");
    await user.click(screen.getByRole("button", { name: "Use these rules" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Line 1 is not a rule: female => person");
  });

  it("leaves a renaming with Escape", async () => {
    const { user } = draw("age");
    await user.click(await screen.findByRole("button", { name: "Rename 0-19" }));
    await user.keyboard("x{Escape}");
    expect(labels(await level("20-year bands"))).toContain("0-19");
    expect(screen.getByRole("button", { name: "Undo change" })).toBeDisabled();
  });

  it("leaves out a level, and discards that", async () => {
    const { user } = draw("age");
    await user.click(await screen.findByRole("button", { name: "Remove level 2" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "10-year bands" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(await level("10-year bands")).toBeInTheDocument();
  });

  it("adds a level, fills it by merging, and undoes both", async () => {
    const { user, server } = draw("sex");
    await user.click(await screen.findByRole("button", { name: "Add a level after level 0" }));
    expect(labels(await level("2 groups"))).toEqual(["female", "male"]);
    await user.click(await screen.findByRole("checkbox", { name: /Select female/ }));
    await user.click(screen.getByRole("checkbox", { name: /Select male/ }));
    await user.click(screen.getByRole("button", { name: "Merge 2 groups" }));
    await waitFor(async () => expect(labels(await level("1 group"))).toEqual(["female, male"]));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(async () => expect((await server.view()).revision).toBe(1));
    expect((await server.view()).attributes.find(({ name }) => name === "sex")?.height).toBe(2);
    await user.click(await screen.findByRole("button", { name: "Add a level after level 1" }));
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(4));
    await user.click(screen.getByRole("button", { name: "Undo change" }));
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(3));
    expect(screen.queryByRole("button", { name: "Add a level after level 2" })).toBeNull();
  });

  it("tries another builder and applies it by name", async () => {
    const { user, server } = draw("age");
    await user.selectOptions(await screen.findByRole("combobox", { name: "How the levels were made" }), "interval");
    expect(await level("intervals of 12")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(async () => expect((await server.get<HierarchyView>("/hierarchies/age")).builder).toBe("interval"));
  });

  it("imports a file, and says what is wrong with another", async () => {
    const { user, container } = draw("sex");
    await level("*");
    const chooser = container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("no chooser");
    await user.upload(chooser, new File(["female;*\n"], "bad.csv", { type: "text/csv" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("lacks the value 'male'");
    await user.upload(chooser, new File(["female;person;*\nmale;person;*\n"], "good.csv", { type: "text/csv" }));
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(3));
  });

  it("says what was noticed in a file of another program, and still after applying it", async () => {
    const { user, container } = draw("sex");
    await level("*");
    const chooser = container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("no chooser");
    const lines = "sex;kind;all\nfemale;person;Any\nmale;person;Any\n";
    await user.upload(chooser, new File([lines], "arx.csv", { type: "text/csv" }));
    expect(await screen.findByText(/skipped because it is a header.*single group, 'Any'/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(await screen.findByText("The new levels of sex are applied.")).toBeInTheDocument();
    expect(await screen.findByText(/skipped because it is a header.*single group, 'Any'/)).toBeInTheDocument();
  });

  it("exports what is shown", async () => {
    draw("sex");
    const link = await screen.findByRole("link", { name: "Export CSV" });
    expect(link).toHaveAttribute("download", "hierarchy_sex.csv");
    expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain("female;*");
  });
});

it("without any quasi-identifier leads to the roles", async () => {
  const server = recordedServer();
  await server.decide(...withoutQuasi(await server.view()));
  renderPage(<HierarchiesPage datasetId="census" />);
  expect(await screen.findByRole("link", { name: "Go to Columns" })).toHaveAttribute("href", "/columns");
});
