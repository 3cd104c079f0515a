import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Steps } from "../steps.testing";

function open() {
  const server = recordedServer();
  return { server, ...renderPage(<Steps />, { path: "/safe?tab=techniques" }) };
}

it("shows the effect before anything changes, then makes a copy with it", async () => {
  const { server, user, container } = open();
  expect(await screen.findByText("Nothing chosen yet. The effect is shown here before anything changes.")).toBeInTheDocument();
  await user.selectOptions(await screen.findByRole("combobox", { name: "What to do" }), "Rounding");
  await user.selectOptions(screen.getByRole("combobox", { name: "Column" }), "age");
  const field = screen.getByRole("textbox", { name: "How strongly" });
  await user.clear(field);
  await user.type(field, "5");
  await user.click(screen.getByRole("button", { name: "Show the effect" }));
  const effect = await screen.findByRole("region", { name: "Effect" });
  expect(within(effect).getByText(/cells of 'age' get another value/u)).toBeInTheDocument();
  expect(within(effect).getByRole("table", { name: "age" })).toHaveTextContent("Mean");
  const bars = within(effect).getByRole("list", { name: "age: Values before and after" });
  expect(within(bars).getAllByRole("listitem").length).toBeGreaterThan(5);
  expect(effect).toHaveTextContent("Noise itself is not counted as protection.");
  expect(await findBarriers(container)).toEqual([]);
  expect(server.sent.some(({ path }) => path === "/techniques")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Make a copy with this" }));
  await expect.poll(() => server.sent.filter(({ path }) => path === "/techniques").map(({ body }) => body)).toEqual([{ techniques: ["age:round=5"], seed: null }]);
});

it("tells what a stranger finds in a sample", async () => {
  const { user } = open();
  await user.selectOptions(await screen.findByRole("combobox", { name: "What to do" }), "Sample");
  const field = screen.getByRole("textbox", { name: "How strongly" });
  await user.clear(field);
  await user.type(field, "100");
  await user.click(screen.getByRole("button", { name: "Show the effect" }));
  const effect = await screen.findByRole("region", { name: "Effect" });
  expect(effect).toHaveTextContent("For somebody who does not know who was drawn");
  expect(effect).not.toHaveTextContent("Noise itself");
});

it("shows what the server refuses", async () => {
  const { user } = open();
  await user.selectOptions(await screen.findByRole("combobox", { name: "What to do" }), "Sample");
  const field = screen.getByRole("textbox", { name: "How strongly" });
  await user.clear(field);
  await user.type(field, "150");
  await user.click(screen.getByRole("button", { name: "Show the effect" }));
  expect(await screen.findByText("sample=1.5 is not possible.")).toBeInTheDocument();
});

