/** The texts of how a file was read, in Catalan. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Com ha llegit incrowd el fitxer",
  change: "Llegir-lo d'una altra manera",
  delimiter: "Què separa les columnes",
  delimiters: { found: "Detectar", comma: "Coma ,", semicolon: "Punt i coma ;", tab: "Tabulador", pipe: "Barra |" },
  encoding: "Codificació de caràcters",
  encodings: { found: "Detectar" },
  header: "La primera línia",
  headers: { found: "Detectar", yes: "té els noms de les columnes", no: "ja són dades" },
  sheet: "Full",
  sheetHint: "Deixi-ho buit per llegir el primer full.",
  missing: { one: "{name}: {count} cel·la buida", other: "{name}: {count} cel·les buides" },
  markers: "{name}: {markers} compta com un valor normal",
  apply: "Tornar a llegir",
  working: "S'està tornant a llegir el fitxer",
};
