import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { Priorities } from "./Priorities";
import type { Groups } from "./ranking";

function Ranked({ start }: { start: Groups }) {
  const [groups, setGroups] = useState(start);
  return (
    <>
      <Priorities groups={groups} onChange={setGroups} />
      <output aria-label="groups">{groups.map((group) => group.join("=")).join(",")}</output>
    </>
  );
}

function open(start: Groups = [["age", "sex", "race"]]) {
  const page = renderPage(<Ranked start={start} />);
  return { ...page, groups: () => screen.getByLabelText("groups").textContent };
}

const button = (name: string): HTMLElement => screen.getByRole("button", { name });

describe("the priorities by keyboard", () => {
  it("raise an attribute out of its equals, tell its rank, and keep the focus on it", async () => {
    const { user, groups } = open();
    button("More important: age").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(button("More important: race")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(groups()).toBe("race,age=sex");
    expect(button("More important: race")).toHaveFocus();
    expect(screen.getAllByRole("status")[0]).toHaveTextContent("race: place 1 of 2");
  });

  it("keep the focus also where the row moves down", async () => {
    const { user, groups } = open([["age"], ["sex"], ["race"]]);
    button("Less important: age").focus();
    await user.keyboard("{Enter}{Enter}");
    expect(groups()).toBe("sex,race,age");
    expect(button("Less important: age")).toHaveFocus();
  });

  it("join the rank above and tell with whom", async () => {
    const { user, groups } = open([["age"], ["sex"], ["race"]]);
    button("As important as the one above: race").focus();
    await user.keyboard("{Enter}");
    expect(groups()).toBe("age,sex=race");
    expect(screen.getAllByRole("status")[0]).toHaveTextContent("race: place 2 of 2, together with sex");
  });

  it("do nothing at the end, and say so", async () => {
    const { user, groups } = open([["age"], ["sex"]]);
    expect(button("More important: age")).toHaveAttribute("aria-disabled", "true");
    await user.click(button("More important: age"));
    await user.click(button("As important as the one above: age"));
    expect(groups()).toBe("age,sex");
  });

  it("are three stops of Tab, however many attributes there are", async () => {
    const { user } = open();
    for (const name of ["More important: age", "Less important: age", "As important as the one above: age"]) {
      await user.tab();
      expect(button(name)).toHaveFocus();
    }
    await user.tab();
    expect(document.body).toHaveFocus();
  });
});

it("tells the rank of each, and has no barrier", async () => {
  const { container } = open([["age"], ["sex", "race"]]);
  const rows = within(screen.getByRole("list", { name: "What must stay exact" })).getAllByRole("listitem");
  expect(rows.map((row) => /place \d of \d/.exec(row.textContent)?.[0])).toEqual(["place 1 of 2", "place 2 of 2", "place 2 of 2"]);
  expect(await findBarriers(container)).toEqual([]);
});
