import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { ChangeGauge } from "./ChangeGauge";
import { Gauge } from "./Gauge";

function fill(container: Element): string | null | undefined {
  return container.querySelectorAll("path")[1]?.getAttribute("stroke");
}

describe("Gauge", () => {
  it("says its value and its word", () => {
    renderPage(<Gauge name="Average risk" value={65.2} text="65.2 %" word="high" />);
    const gauge = screen.getByRole("meter", { name: "Average risk" });
    expect(gauge).toHaveAttribute("aria-valuenow", "65.2");
    expect(gauge).toHaveAttribute("aria-valuetext", "65.2 %, high");
    expect(screen.getByText("high")).toBeVisible();
  });

  it.each([
    [5, "var(--band-0)"],
    [35, "var(--band-3)"],
    [100, "var(--band-6)"],
  ])("fills %d percent in the colour of its band", (value, colour) => {
    const { container } = renderPage(<Gauge name="Risk" value={value} text="" word="" />);
    expect(fill(container)).toBe(colour);
  });

  it("leaves the arc empty at nothing", () => {
    const { container } = renderPage(<Gauge name="Loss" value={0} text="0 %" word="low" />);
    expect(container.querySelectorAll("path")).toHaveLength(1);
  });

  it("has no barrier", async () => {
    const { container } = renderPage(<Gauge name="Risk" value={20} text="20 %" word="low" />);
    expect(await findBarriers(container)).toEqual([]);
  });
});

describe("ChangeGauge", () => {
  it("shows before and after, and says them in a sentence", () => {
    const { container } = renderPage(
      <ChangeGauge before={65} after={48} beforeText="65" afterText="48" word="medium" sentence="now 65 %, then 48 %" />,
    );
    expect(screen.getByText("now 65 %, then 48 %")).toBeInTheDocument();
    expect(container).toHaveTextContent("65 → 48 medium");
    expect([...container.querySelectorAll("rect")].slice(1).map((bar) => Math.round(Number(bar.getAttribute("width")) / 0.44))).toEqual([65, 48]);
    expect(container.querySelector("[style]")).toHaveStyle({ background: "var(--band-4)" });
  });
});
