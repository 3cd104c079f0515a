import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Bucket } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { Distribution } from "./Distribution";
import { MiniDistribution } from "./MiniDistribution";
import { highestBar, SideBars } from "./SideBars";

const BUCKETS: Bucket[] = [
  { range: "<5", rows: 0, share: 0 },
  { range: "50", rows: 46, share: 0.023 },
  { range: "100", rows: 1954, share: 0.977 },
];

function draw() {
  return renderPage(
    <Distribution
      buckets={BUCKETS}
      name="Share of rows by risk"
      shareText={({ share }) => `${100 * share} %`}
      sentence={({ range, rows }) => `Risk ${range} %: ${rows} rows`}
    />,
  );
}

describe("Distribution", () => {
  it("names every bar by its exact values", () => {
    draw();
    expect(screen.getAllByRole("option")).toHaveLength(3);
    for (const name of ["Risk <5 %: 0 rows", "Risk 50 %: 46 rows", "Risk 100 %: 1954 rows"]) {
      expect(screen.getByRole("option", { name })).toBeInTheDocument();
    }
  });

  it("tells them on hover", async () => {
    const { user } = draw();
    await user.hover(screen.getByRole("option", { name: /^Risk 50 %/ }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Risk 50 %: 46 rows");
  });

  it("is one stop for the keyboard, and arrows go from bar to bar", async () => {
    const { user } = draw();
    await user.tab();
    expect(screen.getByRole("option", { name: /^Risk 100/ })).toHaveFocus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("1954 rows");
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("option", { name: /^Risk 50/ })).toHaveFocus();
    await user.keyboard("{Home}{ArrowLeft}");
    expect(screen.getByRole("option", { name: /^Risk <5/ })).toHaveFocus();
  });

  it("draws heights relative to the tallest bar, and nothing for no rows", () => {
    const { container } = draw();
    const heights = [...container.querySelectorAll<HTMLElement>(".barFill, [class*=barFill]")].map(({ style }) => [style.height, style.minHeight]);
    expect(heights).toEqual([
      ["0px", ""],
      ["2.35%", "2px"],
      ["100%", "2px"],
    ]);
  });

  it("has no barrier", async () => {
    const { container } = draw();
    expect(await findBarriers(container)).toEqual([]);
  });
});

describe("MiniDistribution", () => {
  it("is a picture with its values as its name", () => {
    const { container } = renderPage(<MiniDistribution buckets={BUCKETS} name="50 %: 2.3 %" height={32} />);
    expect(screen.getByRole("img", { name: "50 %: 2.3 %" })).toBeInTheDocument();
    const heights = [...container.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height")));
    expect(heights).toEqual([0, 1.5, expect.closeTo(29.31)]);
  });
});

describe("SideBars", () => {
  it("leaves the rest that is joined in one bar out of the scale", () => {
    const most = { label: "3", rows: 9 };
    expect(highestBar([most, { label: "other", rows: 500 }], [{ label: "other", rows: 4 }])).toBe(9);
  });

  it("measures every bar on the scale that both sides share", () => {
    renderPage(<SideBars bars={[{ label: "male", rows: 20 }]} name="sex before" highest={80} restName="others" rowsText={String} />);
    const bar = screen.getByRole("list", { name: "sex before" });
    expect(bar).toHaveTextContent("male20");
    expect(bar.querySelector<HTMLElement>("[class*=sideFill]")?.style.width).toBe("25%");
  });
});
