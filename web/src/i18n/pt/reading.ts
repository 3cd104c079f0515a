/** The texts of how a file was read, in Portuguese. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Como o incrowd leu o ficheiro",
  change: "Ler de outra forma",
  delimiter: "O que separa as colunas",
  delimiters: { found: "Detetar", comma: "Vírgula ,", semicolon: "Ponto e vírgula ;", tab: "Tabulação", pipe: "Barra |" },
  encoding: "Codificação de caracteres",
  encodings: { found: "Detetar" },
  header: "A primeira linha",
  headers: { found: "Detetar", yes: "tem os nomes das colunas", no: "já são dados" },
  sheet: "Folha",
  sheetHint: "Deixe vazio para ler a primeira folha.",
  missing: { one: "{name}: {count} célula vazia", other: "{name}: {count} células vazias" },
  markers: "{name}: {markers} conta como um valor normal",
  apply: "Ler de novo",
  working: "A ler de novo o ficheiro",
};
