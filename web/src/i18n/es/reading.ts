/** The texts of how a file was read, in Spanish. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Cómo leyó incrowd el archivo",
  change: "Leerlo de otra manera",
  delimiter: "Qué separa las columnas",
  delimiters: { found: "Detectar", comma: "Coma ,", semicolon: "Punto y coma ;", tab: "Tabulador", pipe: "Barra |" },
  encoding: "Codificación de caracteres",
  encodings: { found: "Detectar" },
  header: "La primera línea",
  headers: { found: "Detectar", yes: "tiene los nombres de las columnas", no: "ya son datos" },
  sheet: "Hoja",
  sheetHint: "Déjelo vacío para leer la primera hoja.",
  missing: { one: "{name}: {count} celda vacía", other: "{name}: {count} celdas vacías" },
  markers: "{name}: {markers} cuenta como un valor normal",
  apply: "Leer de nuevo",
  working: "Leyendo el archivo de nuevo",
};
