/** Where a join was made is said of databases, and only of them. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { JoinedPlace } from "./JoinedPlace";
import { renderPage } from "@/testing/render";

const INSIDE = "Joined inside Trino at trino://ann@host:8080/pg/public; 812 joined combinations came here.";
const HERE = "Joined here, from the combinations of each source (12 joined). They are not all in one engine that can join them.";

describe("where a join was made", () => {
  it("is said where an engine made it", () => {
    renderPage(<JoinedPlace place={{ engine: "Trino", server: "trino://ann@host:8080/pg/public", combinations: 812, words: INSIDE, reason: null }} />);
    expect(screen.getByRole("note")).toHaveTextContent(INSIDE);
  });

  it("is said with the reason where databases were joined here", () => {
    const reason = "They are not all in one engine that can join them.";
    renderPage(<JoinedPlace place={{ engine: null, server: null, combinations: 12, words: HERE, reason }} />);
    expect(screen.getByRole("note")).toHaveTextContent(reason);
  });

  it("is not said of files", () => {
    renderPage(<JoinedPlace place={{ engine: null, server: null, combinations: 12, words: "Joined here: 12 joined combinations.", reason: null }} />);
    expect(screen.queryByRole("note")).toBeNull();
  });
});
