import { describe, expect, it } from "vitest";
import type { Proposal } from "@/api/types";
import { RecordedServer } from "@/testing/server";
import { gapOf, keyOf, kindsOf, knowables, known, nextPair, request, shortName, allColumns, startFrom, withKey } from "./question";
import { named, shownFacts } from "@/components/linking/ScanResult";
import { kindOf } from "@/components/linking/Verdict";

const ask = 'POST /linked/proposal {"datasets":["a","b"],"ranges":null,"taxonomies":[]}';
const proposal = (await new RecordedServer({ fixture: "linked" }).handle(ask)).body as Proposal;
const start = startFrom(proposal);

describe("a question", () => {
  it("starts as proposed, and can be asked", () => {
    expect(start.on.map(({ left, right, condition }) => `${left} ${condition} ${right}`)).toEqual(["1.ZipCode equal 2.ZipCode"]);
    expect(gapOf(start, 2)).toBeNull();
    expect(request(["a", "b"], start, [])).toEqual({
      datasets: ["a", "b"],
      join: "inner",
      on: [{ left: "1.ZipCode", right: "2.ZipCode", condition: "equal" }],
      ranges: [],
      sensitive: ["1.HealthCondition", "2.HealthCondition"],
      different: false,
      taxonomies: [],
    });
  });

  it.each([
    [{ sensitive: [] }, "noSensitive"],
    [{ different: true, sensitive: ["1.HealthCondition"] }, "twoSensitive"],
    [{ on: [], sensitive: ["1.HealthCondition"] }, "noPairs"],
    [{ on: [], different: true }, "noPairs"],
    [{ on: [] }, null], // joined on what is sensitive
    [{ on: [], different: true, join: "cross" as const }, null],
  ])("with %j lacks %s", (edited, gap) => {
    expect(gapOf({ ...start, ...edited }, 2)).toBe(gap);
  });

  it("leaves out pairs where every row is joined with every row", () => {
    expect(request(["a", "b"], { ...start, join: "cross" }, []).on).toEqual([]);
  });

  it("has a kind of join for each of three releases", () => {
    const three = { ...start, joins: ["left", "cross"] as const, on: [...start.on, { left: "1.ZipCode", right: "3.ZipCode", condition: "equal" as const }] };
    const sent = request(["a", "b", "c"], { ...three, joins: [...three.joins] }, []);
    expect(sent.joins).toEqual(["left", "cross"]);
    expect(sent.on).toHaveLength(1);
    expect(gapOf({ ...start, sensitive: ["1.HealthCondition"] }, 3)).toBe("noPairs");
    expect(gapOf({ ...start, sensitive: ["1.HealthCondition"], joins: ["left", "cross"] }, 3)).toBeNull();
    expect(kindsOf(start, 3)).toEqual(["inner", "inner"]);
    expect(request(["a", "b"], { ...start, joins: ["left"] }, []).joins).toBeUndefined();
  });

  it("proposes a further pair of columns that are free", () => {
    expect(nextPair(proposal, start)).toEqual({ left: "1.Age", right: "2.Nationality", condition: "equal" });
  });
});

describe("names", () => {
  it("are short where one release has the column", () => {
    expect(shortName(allColumns(proposal), "1.Age")).toBe("Age");
    expect(shortName(allColumns(proposal), "1.ZipCode")).toBe("1.ZipCode");
  });

  it("of what can be known begin with what was joined, without what is sensitive", () => {
    const things = knowables(proposal, start);
    expect(things.map(({ name }) => name)).toEqual(["ZipCode", "1.ZipCode", "Age", "MaritalStatus", "2.ZipCode", "Nationality", "Gender"]);
    expect(things[0]?.values).toEqual(["130**", "150**"]);
  });

  it("of columns that were joined are told once", () => {
    expect(named(["1.age", "2.age"])).toBe("age");
    expect(named(["1.zip", "2.postcode"])).toBe("1.zip, 2.postcode");
    expect(named(["1.age"])).toBe("1.age");
  });
});

describe("facts", () => {
  it("count once they are filled in", () => {
    expect(
      known([
        { column: "Age", value: " 25 " },
        { column: "Gender", value: "  " },
      ]),
    ).toEqual({ Age: "25" });
  });

  it("about the same value of both releases are one", () => {
    expect(shownFacts({ "1.zip": "130**", "2.zip": "130**", sex: "m" })).toEqual([
      { column: "zip", value: "130**" },
      { column: "sex", value: "m" },
    ]);
    expect(shownFacts({ "1.zip": "130**", "2.zip": "13***" })).toHaveLength(2);
  });
});

it("nobody is never safe", () => {
  expect(kindOf({ n: 0, rule: null, breach: false })).toBe("nobody");
  expect(kindOf({ n: 1, rule: 1, breach: true })).toBe("leak");
  expect(kindOf({ n: 3, rule: 2, breach: true })).toBe("breach");
  expect(kindOf({ n: 9, rule: 2, breach: false })).toBe("safe");
});

describe("a person key", () => {
  const columns = [
    { label: "1.patient_id", role: "person" },
    { label: "1.insured_no", role: "identifier" },
  ] as Proposal["sources"][number]["columns"];

  it("is that of the data set unless another or none is chosen", () => {
    expect(keyOf({}, 1, columns)).toBe("1.patient_id");
    const other = withKey({}, 1, "1.insured_no");
    expect(keyOf({ person: other }, 1, columns)).toBe("1.insured_no");
    const none = withKey({ person: [...other, "2.id"] }, 1, "");
    expect(none).toEqual(["2.id", "1.none"]);
    expect(keyOf({ person: none }, 1, columns)).toBe("");
  });

  it("is sent only where it was chosen", () => {
    expect(request(["a", "b"], start, [])).not.toHaveProperty("person");
    expect(request(["a", "b"], { ...start, person: ["1.none"] }, []).person).toEqual(["1.none"]);
  });
});
