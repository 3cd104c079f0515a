/** The texts of the tab Population in English. */

export const population = {
  title: "In the population",
  lead: "Is the table a sample? Then people who stand alone in it may have doubles outside. Say among whom it was sampled.",
  way: "What is known of the population",
  ways: { size: "Number of people", fraction: "Share of them in the table", table: "A table of them" },
  size: "Number of people",
  sizeHint: "In the city, the country, the register: {rows} or more.",
  share: "Share of all people",
  shareHint: "How much of the population is in the table.",
  table: "Dataset of the population",
  tableHint: "It has the same columns, and everybody of this table is in it.",
  estimate: "Estimate",
  empty: "Nothing has been estimated yet.",
  estimates: "Unique people by model",
  model: "Model",
  uniques: "Unique people",
  used: "used",
  status: { does_not_converge: "does not converge", exceeds_population: "does not fit: more than all people" },
  attacks: "Found by strangers",
  basis: { counted: "counted", scaled: "groups scaled up" },
} as const;
