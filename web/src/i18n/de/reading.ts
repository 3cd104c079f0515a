/** The texts of how a file was read, in German. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Wie incrowd die Datei gelesen hat",
  change: "Anders lesen",
  delimiter: "Was Spalten trennt",
  delimiters: { found: "Erkennen", comma: "Komma ,", semicolon: "Semikolon ;", tab: "Tabulator", pipe: "Strich |" },
  encoding: "Zeichenkodierung",
  encodings: { found: "Erkennen" },
  header: "Die erste Zeile",
  headers: { found: "Erkennen", yes: "enthält die Spaltennamen", no: "enthält schon Daten" },
  sheet: "Blatt",
  sheetHint: "Leer lassen, um das erste Blatt zu lesen.",
  missing: { one: "{name}: {count} leere Zelle", other: "{name}: {count} leere Zellen" },
  markers: "{name}: {markers} gilt als gewöhnlicher Wert",
  apply: "Erneut lesen",
  working: "Die Datei wird erneut gelesen",
};
