import { expect, it } from "vitest";
import { graphOption, type GraphPoint } from "./statesOption";

const POINTS: GraphPoint[] = [
  { revision: 0, label: "as opened", risk: 100, loss: 0, current: false },
  { revision: 1, label: "age → level 1", risk: 60, loss: 5, current: true },
];

interface Drawn {
  series: { type: string; data: { value: number[]; symbol: string }[] }[];
  tooltip: { formatter: (picked: { dataIndex: number }) => string };
}

const drawn = graphOption(POINTS, { risk: "Risk", loss: "Loss" }, false) as unknown as Drawn;

it("puts utility loss to the right and risk upwards", () => {
  const points = drawn.series.find(({ type }) => type === "scatter");
  expect(points?.data.map(({ value }) => value)).toEqual([
    [0, 100],
    [5, 60],
  ]);
});

it("marks the current state by its shape, not by colour alone", () => {
  const points = drawn.series.find(({ type }) => type === "scatter");
  expect(points?.data.map(({ symbol }) => symbol)).toEqual(["circle", "diamond"]);
});

it("tells the figures of a point", () => {
  expect(drawn.tooltip.formatter({ dataIndex: 1 })).toBe("1. age → level 1\nRisk: 60.00\nLoss: 5.00");
});

it("has other ink in the dark", () => {
  expect(JSON.stringify(graphOption(POINTS, { risk: "Risk", loss: "Loss" }, true))).not.toBe(JSON.stringify(drawn));
});
