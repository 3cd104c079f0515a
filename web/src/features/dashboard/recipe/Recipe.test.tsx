import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { TakeRecipe } from "./TakeRecipe";
import { UseRecipe } from "./UseRecipe";

function Page() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? (
    <>
      <UseRecipe view={data} />
      <TakeRecipe view={data} />
      <output>{`k is ${data.k}`}</output>
    </>
  ) : null;
}

async function open() {
  const server = recordedServer();
  const drawn = renderPage(<Page />);
  await screen.findByRole("button", { name: "Choose a recipe" });
  const own = await server.get<Record<string, unknown>>("/recipe");
  const choose = (text: string) => drawn.user.upload(drawn.container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("nowhere to choose a file"), new File([text], "recipe.json", { type: "application/json" }));
  return { ...drawn, server, own, choose };
}

it("offers the recipe of what was decided", async () => {
  const { container } = await open();
  expect(screen.getByRole("link", { name: "Download the recipe" })).toHaveAttribute("href", "/api/v1/datasets/census/recipe");
  expect(await findBarriers(container)).toEqual([]);
});

it("shows what a recipe does before it is used, then uses it", async () => {
  const { own, choose, user } = await open();
  await choose(JSON.stringify({ ...own, k: 2, max_suppression: 1 }));
  const effect = await screen.findByRole("region", { name: "What the recipe does here" });
  expect(effect).toHaveTextContent("removed rows in groups smaller than 2");
  expect(within(effect).getByRole("row", { name: /Highest risk/ })).toHaveTextContent("100");
  expect(screen.getByText("k is 1")).toBeInTheDocument();
  await user.click(within(effect).getByRole("button", { name: "Use this recipe" }));
  expect(await screen.findByText("k is 2")).toBeInTheDocument();
});

it("says in words why a recipe does not hold here", async () => {
  const { own, choose } = await open();
  await choose(JSON.stringify({ ...own, k: 100, max_suppression: 0.05 }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/the recipe allows 5.0 %/u);
});

it("says that a file is no recipe", async () => {
  const { choose } = await open();
  await choose("age;sex");
  expect(await screen.findByRole("alert")).toHaveTextContent("This file is not a recipe");
});
