/** The texts of the tab Sample and noise in Catalan. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Mostra i soroll",
  lead: "Publiqueu només una part de les persones o canvieu una mica els valors. Primer en veieu l’efecte i l’obteniu com a còpia. L’original queda com està.",
  technique: "Què cal fer",
  techniqueHelp: "Cada opció diu què fa amb els valors i les persones.",
  column: "Columna",
  columnHelp: "Només hi ha les columnes que es poden canviar així.",
  noColumn: "Cap columna no serveix.",
  strength: "Amb quina força",
  number: "Un nombre o una part de les files, com 1%.",
  show: "Mostra l’efecte",
  empty: "Encara no heu triat res. Aquí es veu l’efecte abans que res canviï.",
  effect: "Efecte",
  before: "abans",
  after: "després",
  rows: "Files",
  uniques: "Files que estan soles",
  mean: "Mitjana",
  deviation: "Desviació estàndard",
  correlation: "Correlació entre valors antics i nous",
  risks: "Riscos de les dades tal com són, abans de generalitzar",
  honest: "Els riscos són els dels valors canviats. El soroll no compta com a protecció.",
  values: "Valors abans i després",
  valueRow: "{label}: {before} files abans, {after} després",
  people: "Per a qui no sap qui ha sortit a la mostra",
  copy: "Fes-ne una còpia així",
  copying: "Fent la còpia",
  place: "Aquestes files es queden a la seva base de dades. Traieu-ne allà una mostra o arrodoniu allà.",
  done: "Què s’ha fet amb els valors",
};
