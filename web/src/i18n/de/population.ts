/** The texts of the tab Population in German. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Alle da draußen",
  lead: "Wenn Ihre Tabelle nur einen Teil der Personen da draußen enthält, kann jemand, der darin allein steht, anderswo Doppelgänger haben. Geben Sie an, wie viele Personen es insgesamt gibt.",
  way: "Was Sie über sie wissen",
  ways: { size: "Anzahl der Personen", fraction: "Ihr Anteil in dieser Tabelle", table: "Ein Datensatz mit allen" },
  size: "Anzahl der Personen",
  sizeHint: "Zum Beispiel in der Stadt, im Land oder im Register: {rows} oder mehr.",
  share: "Anteil in dieser Tabelle",
  shareHint: "Wie viele aller Personen in der Tabelle sind.",
  table: "Datensatz mit allen",
  tableHint: "Er braucht dieselben Spalten, und alle aus dieser Tabelle müssen darin sein.",
  estimate: "Schätzen",
  empty: "Noch keine Schätzung.",
  estimates: "Personen, die allein stehen, geschätzt",
  model: "Modell",
  uniques: "Stehen allein",
  used: "verwendet",
  status: { does_not_converge: "fand keine Antwort", exceeds_population: "passt nicht: mehr als alle" },
  attacks: "Wen Fremde finden können",
  basis: { counted: "gezählt", scaled: "geschätzt" },
};
