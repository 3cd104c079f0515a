/** The texts of the tab Population in English. */

export const population = {
  title: "In the population",
  lead: "If the table is only a sample, people who are unique in it may have doubles elsewhere. Say how many people there are in all.",
  way: "What is known of the population",
  ways: { size: "Number of people", fraction: "Share of them who are in this table", table: "A data set with all of them" },
  size: "Number of people",
  sizeHint: "In the city, the country, the register: {rows} or more.",
  share: "Share of all people",
  shareHint: "How much of the population is in the table.",
  table: "Data set with all people",
  tableHint: "It has the same columns, and everybody of this table is in it.",
  estimate: "Estimate",
  empty: "Nothing has been estimated yet.",
  estimates: "Unique people by model",
  model: "Model",
  uniques: "Unique people",
  used: "used",
  status: { does_not_converge: "does not converge", exceeds_population: "does not fit: more than all people" },
  attacks: "What strangers can find",
  basis: { counted: "counted", scaled: "estimated" },
} as const;
