import { describe, expect, it } from "vitest";
import { translator } from "./catalogue";
import { texts as en } from "./en";
import { texts as es } from "./es";
import { formatter } from "./formatting";
import { LANGUAGES, loadTexts } from "./language";

type Texts = Record<string, string>;

function flatten(node: object, prefix = ""): Texts {
  return Object.assign(
    {},
    ...Object.entries(node).map(([key, value]: [string, unknown]) =>
      typeof value === "string" ? { [prefix + key]: value } : flatten(value as object, `${prefix}${key}.`),
    ),
  ) as Texts;
}

const placeholders = (text: string | undefined): string[] => [...new Set(text?.match(/\{\w+\}/g) ?? [])].sort();

it("finds every language by its folder and calls it by its own name", () => {
  expect(LANGUAGES).toMatchObject({ en: "English", es: "Español" });
});

describe.each(Object.keys(LANGUAGES))("the texts in %s", (language) => {
  const english = flatten(en);

  it("have the same keys as in English", async () => {
    expect(Object.keys(flatten(await loadTexts(language))).sort()).toEqual(Object.keys(english).sort());
  });

  it("have the same placeholders as in English", async () => {
    const texts = flatten(await loadTexts(language));
    expect(Object.keys(english).filter((key) => placeholders(texts[key]).join() !== placeholders(english[key]).join())).toEqual([]);
  });

  it("leave nothing empty", async () => {
    expect(Object.entries(flatten(await loadTexts(language))).filter(([, text]) => !text.trim())).toEqual([]);
  });
});

describe("translate", () => {
  const t = translator("en", en);

  it("puts values in", () => {
    expect(t("start.open", { name: "census.csv" })).toBe("Open census.csv");
  });

  it("chooses the plural and writes numbers as the language does", () => {
    expect(t("app.rows", { count: 1 })).toBe("1 row");
    expect(t("app.rows", { count: 30162 })).toBe("30,162 rows");
    expect(translator("es", es)("app.rows", { count: 30162 })).toBe("30.162 filas");
  });

  it("does not read placeholders in values", () => {
    expect(t("start.open", { name: "{name}" })).toBe("Open {name}");
  });
});

describe("format", () => {
  const { number, decimal, percent, bytes, date } = formatter("en");

  it("writes numbers and shares", () => {
    expect(number(1234567)).toBe("1,234,567");
    expect(decimal(0.12345)).toBe("0.123");
    expect(formatter("es").decimal(1234.5, 1)).toBe("1234,5");
    expect(percent(12.345)).toBe("12.3\u202f%");
    expect(percent(12.345, 0)).toBe("12\u202f%");
    expect(formatter("es").percent(12.345)).toBe("12,3\u202f%");
  });

  it.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [1500, "1.5 kB"],
    [1_000_000_000, "1 GB"],
  ])("writes %d bytes as %s", (value, text) => {
    expect(bytes(value)).toBe(text);
  });

  it("writes dates", () => {
    expect(date("2024-05-06T07:08:00")).toContain("May 6, 2024");
  });
});
