/** The texts of how a file was read, in French. */
import type { Translation } from "../catalogue";

export const reading: Translation["reading"] = {
  title: "Comment incrowd a lu le fichier",
  change: "Le lire autrement",
  delimiter: "Ce qui sépare les colonnes",
  delimiters: { found: "Détecter", comma: "Virgule ,", semicolon: "Point-virgule ;", tab: "Tabulation", pipe: "Barre |" },
  encoding: "Encodage des caractères",
  encodings: { found: "Détecter" },
  header: "La première ligne",
  headers: { found: "Détecter", yes: "contient les noms des colonnes", no: "contient déjà des données" },
  sheet: "Feuille",
  sheetHint: "Laissez vide pour lire la première feuille.",
  missing: { one: "{name} : {count} cellule vide", other: "{name} : {count} cellules vides" },
  markers: "{name} : {markers} compte comme une valeur ordinaire",
  apply: "Relire",
  working: "Relecture du fichier",
};
