import { DEFAULT_THEME, mergeMantineTheme, type MantineTheme } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { theme, variables } from "./theme";

const whole: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);
const schemes = variables(whole);

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((one) =>
    one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG 2: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["--mantine-color-body", "--surface", "--surface-sunken", "--accent-soft", "--changed-cell"];
const TEXTS = ["--mantine-color-text", "--mantine-color-dimmed", "--mantine-color-error"];

describe.each(["light", "dark"] as const)("in %s", (name) => {
  const scheme: Record<string, string> = schemes[name];
  const colour = (variable: string): string => scheme[variable] ?? expect.fail(`${variable} is not set`);

  it.each(GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const)))(
    "%s is readable on %s",
    (text, ground) => {
      expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(["--mantine-color-body", "--surface", "--accent-soft"])("links are readable on %s", (ground) => {
    expect(contrast(colour("--accent"), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it("borders of controls stand out", () => {
    expect(contrast(colour("--line-strong"), colour("--surface"))).toBeGreaterThanOrEqual(3);
  });
});

it("the contrast of black on white is 21", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});
