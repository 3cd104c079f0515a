import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { OwnAttack } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AttackPart } from "./AttackPart";

function Part() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AttackPart view={data} /> : null;
}

it("attacks the data as it is by itself, and says whom the original table finds", async () => {
  const server = recordedServer();
  const { container } = renderPage(<Part />);
  const found = await screen.findByRole("region", { name: "What somebody with the original table finds" });
  const { attack } = await server.get<{ attack: OwnAttack }>("/own-attack");
  const uniques = (await server.view()).risk?.uniques;
  expect(attack.certain).toBe(uniques);
  expect(found).toHaveTextContent(`finds ${String(uniques)} of 400 original rows for certain`);
  const bands = within(within(found).getByRole("list", { name: "Who could be whom" })).getAllByRole("listitem");
  expect(bands[0]).toHaveTextContent(`only 1${String(uniques)}`);
  expect(await findBarriers(container)).toEqual([]);
});

it("explains each kind of disclosure where it is told", async () => {
  recordedServer();
  renderPage(<Part />);
  for (const [part, help] of [
    ["Singling out", "Finding the row"],
    ["Linkability", "Matching with other data"],
    ["Inference", "Learning a secret"],
  ] as const) {
    const article = await screen.findByRole("article", { name: part });
    expect(within(article).getByRole("button", { name: new RegExp(help) })).toBeVisible();
  }
});

it("can be stopped, and run again", async () => {
  recordedServer({ running: 1000 });
  const { user } = renderPage(<Part />);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: /again/i }));
  expect(await screen.findByRole("region", { name: "What somebody with the original table finds" })).toBeVisible();
});
