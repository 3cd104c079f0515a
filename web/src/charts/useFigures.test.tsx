import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { Providers } from "@/app/Providers";
import { useFigures } from "./useFigures";

const figures = () => renderHook(() => useFigures(), { wrapper: Providers }).result.current;

it("keeps two decimals of a figure", () => {
  expect(figures().percent(27.2349)).toBe("27.23\u202f%");
  expect(figures().percent(100)).toBe("100\u202f%");
});

it("rounds as the sentences of the server do", () => {
  expect(figures().brief(59.65)).toBe("59.6");
});

it("never writes something as nothing", () => {
  expect(figures().percent(0.001)).toBe("< 0.01\u202f%");
  expect(figures().share(0.00001)).toBe("< 0.1\u202f%");
  expect(figures().brief(0.01)).toBe("< 0.1");
  expect(figures().percent(0)).toBe("0\u202f%");
});

it("has a word for every band", () => {
  expect([0, 29.9, 30, 49.9, 50, 100].map((value) => figures().word(value))).toEqual(["low", "low", "medium", "medium", "high", "high"]);
});

it("tells all bars of a distribution", () => {
  const told = figures().bars([
    { range: "50", rows: 1, share: 0.25 },
    { range: "100", rows: 3, share: 0.75 },
  ]);
  expect(told).toBe("50 %: 25\u202f%, 100 %: 75\u202f%");
});
