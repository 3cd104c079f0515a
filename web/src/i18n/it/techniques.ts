/** The texts of the tab Sample and noise in Italian. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Campione e rumore",
  lead: "Pubblichi solo una parte delle persone, o cambi un poco i valori. Prima vede l’effetto, poi lo ottiene come copia. L’originale resta com’è.",
  technique: "Che cosa fare",
  techniqueHelp: "Ogni scelta dice che cosa fa ai valori e alle persone.",
  column: "Colonna",
  columnHelp: "Sono elencate solo le colonne che si possono cambiare così.",
  noColumn: "Nessuna colonna va bene.",
  strength: "Con quale forza",
  number: "Un numero o una quota delle righe, come 1%.",
  show: "Mostra l’effetto",
  empty: "Non è ancora scelto nulla. Qui si vede l’effetto prima che qualcosa cambi.",
  effect: "Effetto",
  before: "prima",
  after: "dopo",
  rows: "Righe",
  uniques: "Righe che stanno da sole",
  mean: "Media",
  deviation: "Deviazione standard",
  correlation: "Correlazione tra valori vecchi e nuovi",
  risks: "Rischi dei dati così come sono, prima di generalizzare",
  honest: "I rischi sono quelli dei valori cambiati. Il rumore non conta come protezione.",
  values: "Valori prima e dopo",
  valueRow: "{label}: {before} righe prima, {after} dopo",
  people: "Per chi non sa chi è stato estratto",
  copy: "Crea una copia così",
  copying: "Creazione della copia",
  place: "Queste righe restano nella loro banca dati. Estragga lì un campione, o arrotondi lì.",
  done: "Che cosa è stato fatto ai valori",
};
