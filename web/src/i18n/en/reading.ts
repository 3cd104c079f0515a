/** The texts of how a file was read, in English. */

export const reading = {
  title: "How incrowd read the file",
  change: "Read it differently",
  delimiter: "What separates columns",
  delimiters: { found: "Detect", comma: "Comma ,", semicolon: "Semicolon ;", tab: "Tab", pipe: "Bar |" },
  encoding: "Character encoding",
  encodings: { found: "Detect" },
  header: "The first line",
  headers: { found: "Detect", yes: "has the column names", no: "is already data" },
  sheet: "Sheet",
  sheetHint: "Leave empty to read the first sheet.",
  missing: { one: "{name}: {count} empty cell", other: "{name}: {count} empty cells" },
  markers: "{name}: {markers} counts as an ordinary value",
  apply: "Read again",
  working: "Reading the file again",
} as const;
