/** The texts of how a file was read, in Italian. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Come incrowd ha letto il file",
  change: "Leggilo in altro modo",
  delimiter: "Che cosa separa le colonne",
  delimiters: { found: "Rileva", comma: "Virgola ,", semicolon: "Punto e virgola ;", tab: "Tabulazione", pipe: "Barra |" },
  encoding: "Codifica dei caratteri",
  encodings: { found: "Rileva" },
  header: "La prima riga",
  headers: { found: "Rileva", yes: "contiene i nomi delle colonne", no: "contiene già dati" },
  sheet: "Foglio",
  sheetHint: "Lasciare vuoto per leggere il primo foglio.",
  missing: { one: "{name}: {count} cella vuota", other: "{name}: {count} celle vuote" },
  markers: "{name}: {markers} conta come un valore normale",
  apply: "Rileggi",
  working: "Rilettura del file",
};
