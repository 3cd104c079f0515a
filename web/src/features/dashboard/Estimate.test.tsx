import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Estimate } from "./Estimate";

describe("the estimate", () => {
  it("says between what the risk lies before it is counted", async () => {
    recordedServer();
    renderPage(<Estimate datasetId="census" patience={0} />);
    expect(await screen.findByText(/^Estimate: /)).toHaveTextContent(/average risk .* different combinations/);
  });

  it("keeps quiet where there is none", async () => {
    recordedServer();
    const { container } = renderPage(<Estimate datasetId="census" patience={100_000} />);
    await new Promise((done) => setTimeout(done, 50));
    expect(container.textContent).not.toContain("Estimate");
  });
});
