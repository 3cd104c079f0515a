import { expect, it } from "vitest";
import type { AttributeView, TechniqueInfo } from "@/api/types";
import { columnsFor, NOTHING, strengthOf, written } from "./choice";

const info: TechniqueInfo = {
  name: "sample",
  title: "Sample",
  explanation: "",
  citation: "",
  parameter: "",
  unit: "share",
  default: 0.1,
  minimum: 0,
  maximum: 1,
  percentile: false,
  about: "rows",
  kinds: [],
  random: true,
  keeps_counts: false,
};
const round: TechniqueInfo = { ...info, name: "round", unit: "number", default: 10, about: "column", kinds: ["integer", "decimal"] };

it("writes a technique as the server reads it", () => {
  expect(written(info, undefined, "12,5")).toBe("sample=12.5%");
  expect(written(round, "income", " 1000 ")).toBe("income:round=1000");
  expect(written({ ...round, name: "top", percentile: true }, "a:b", "1%")).toBe("a:b:top=1%");
  expect(written({ ...round, name: "rank_swap", unit: "percent" }, "income", "5")).toBe("income:rank_swap=5");
});

it("writes nothing while something is left open", () => {
  expect(written(info, undefined, " ")).toBeNull();
  expect(written(round, undefined, "5")).toBeNull();
});

it("shows shares in percent, and what was typed before", () => {
  expect(strengthOf(info, NOTHING)).toBe("10");
  expect(strengthOf(round, NOTHING)).toBe("10");
  expect(strengthOf(round, { ...NOTHING, strengths: { round: "1000" } })).toBe("1000");
});

it("offers the columns that can be changed, and never the person key", () => {
  const column = (name: string, kind: string, role: AttributeView["role"]): AttributeView => ({ name, kind, role, level: 0, height: 0, title: "" });
  const all = [column("age", "integer", "quasi"), column("job", "text", "quasi"), column("key", "integer", "person"), column("pay", "decimal", "sensitive")];
  expect(columnsFor(round, all)).toEqual(["age", "pay"]);
});
