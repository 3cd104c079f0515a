/** The texts of the tab Sample and noise in Spanish. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Muestra y ruido",
  lead: "Publique solo una parte de las personas o cambie un poco los valores. Primero ve el efecto y lo obtiene como copia. El original queda como está.",
  technique: "Qué hacer",
  techniqueHelp: "Cada opción dice qué hace con los valores y las personas.",
  column: "Columna",
  columnHelp: "Solo aparecen las columnas que se pueden cambiar así.",
  noColumn: "Ninguna columna sirve.",
  strength: "Con qué fuerza",
  number: "Un número o una parte de las filas, como 1%.",
  show: "Mostrar el efecto",
  empty: "Aún no ha elegido nada. Aquí se ve el efecto antes de que cambie algo.",
  effect: "Efecto",
  before: "antes",
  after: "después",
  rows: "Filas",
  uniques: "Filas que están solas",
  mean: "Media",
  deviation: "Desviación típica",
  correlation: "Correlación entre valores antiguos y nuevos",
  risks: "Riesgos de los datos tal cual, antes de generalizar",
  honest: "Los riesgos son los de los valores cambiados. El ruido no cuenta como protección.",
  values: "Valores antes y después",
  valueRow: "{label}: {before} filas antes, {after} después",
  people: "Para quien no sabe quién fue elegido",
  copy: "Hacer una copia con esto",
  copying: "Haciendo la copia",
  place: "Estas filas se quedan en su base de datos. Tome allí la muestra o redondee allí.",
  done: "Qué se hizo con los valores",
};
