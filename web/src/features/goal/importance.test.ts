import { expect, it } from "vitest";
import { rankOf, setRank } from "./importance";

it("marks columns and takes marks away", () => {
  const first = setRank([], "age", "most");
  expect(first).toEqual([["age"]]);
  const second = setRank(first, "zip", "important");
  expect(second).toEqual([["age"], ["zip"]]);
  expect(setRank(second, "age", "important")).toEqual([["zip", "age"]]);
  expect(setRank(second, "zip", "normal")).toEqual([["age"]]);
});

it("reads more than two ranks as important", () => {
  const groups = [["age"], ["zip"], ["sex"]];
  expect(["age", "zip", "sex", "race"].map((name) => rankOf(groups, name))).toEqual(["most", "important", "important", "normal"]);
});
