/** The texts about recipes, in English. */

export const recipe = {
  title: "Recipe",
  take: "Repeats what you decided on the next data of the same kind. It holds the values of your columns but no row: keep it with the data, and do not publish it.",
  notRepeatable: "Every row is recoded in its own way, so there is no recipe that other data could use. Make levels for whole columns to get one.",
  download: "Download the recipe",
  use: "A recipe repeats what was decided for earlier data with the same columns. You see what it does here before anything changes.",
  choose: "Choose a recipe",
  noJson: "This file is not a recipe: it holds no JSON.",
  nothing: "This data set already stands where the recipe leads.",
  effect: "What the recipe does here",
  before: "now",
  after: "with the recipe",
  suppressed: { one: "{count} row would not be published.", other: "{count} rows would not be published." },
  adopt: "Use this recipe",
} as const;
