/** The texts of the tab Population in English. */

export const population = {
  title: "Everybody out there",
  lead: "If your table holds only some of the people out there, somebody who stands alone in it may have doubles elsewhere. Say how many people there are in all.",
  way: "What you know about them",
  ways: { size: "Number of people", fraction: "Share of them in this table", table: "A data set with everybody" },
  size: "Number of people",
  sizeHint: "For example in the city, the country or the register: {rows} or more.",
  share: "Share in this table",
  shareHint: "How many of all people are in the table.",
  table: "Data set with everybody",
  tableHint: "It needs the same columns, and everybody in this table must be in it.",
  estimate: "Estimate",
  empty: "No estimate yet.",
  estimates: "People who stand alone, estimated",
  model: "Model",
  uniques: "Stand alone",
  used: "used",
  status: { does_not_converge: "found no answer", exceeds_population: "does not fit: more than everybody" },
  attacks: "Whom strangers can find",
  basis: { counted: "counted", scaled: "estimated" },
} as const;
