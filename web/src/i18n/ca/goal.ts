/** The texts of the goal and of the proposals, in Catalan. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "Per a què és el fitxer?",
  lead: "Les seves respostes decideixen fins a quin punt s'han d'amagar les persones i quines columnes queden exactes. Les pot canviar en qualsevol moment.",
  who: "Qui rep el fitxer?",
  limit: { one: "Tothom s'ha d'assemblar com a mínim a {count} altra persona.", other: "Tothom s'ha d'assemblar com a mínim a {count} altres." },
  sources: "D'on surten els límits",
  source: "{title}: {value}. {source}",
  what: "Quines columnes necessita més?",
  whatLead: "Aquestes columnes es poden generalitzar, perquè altres les poden saber. Les columnes que marqui conserven més detall.",
  whatNone: "Cap columna no s'ha de generalitzar, perquè no n'hi ha cap que altres puguin saber.",
  matters: "Quant importa «{name}»",
  ranks: { normal: "Normal", important: "Important", most: "El més important" },
  how: "Com es farà servir?",
  follows: "Què vol dir això",
  saving: "S'està desant…",
  saved: "Desat.",
};

export const proposals: Translation["proposals"] = {
  title: "Tres maneres de fer-ho segur",
  lead: "incrowd ha comprovat cadascuna per a {purpose}. Triï la que tingui un cost que pugui acceptar.",
  searching: "S'estan cercant les millors versions…",
  again: "Tornar a cercar",
  none: "Encara no hi ha propostes",
  noneText: "incrowd cerca tres versions que passin totes les comprovacions. Triga uns segons.",
  start: "Cercar propostes",
  viewOnly: "Només pot veure aquest conjunt de dades, així que no pot cercar propostes.",
  passes: { one: "Passa la comprovació", other: "Passa les {count} comprovacions" },
  impossible: "No és possible",
  recommended: "Recomanada",
  use: "Usar aquesta",
  used: "En ús",
  columns: "Quant detall conserva cada columna",
  kept: "{name} conserva {share} del detall: {words}",
  sample: "Algunes files abans i després",
  before: "Abans",
  after: "Després",
  removed: "Aquesta fila s'elimina.",
  missing: "falta",
};
