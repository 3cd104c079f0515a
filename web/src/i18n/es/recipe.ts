/** Los textos sobre recetas, en español. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Receta",
  take: "Repite lo que usted decidió con los próximos datos del mismo tipo. Contiene los valores de sus columnas, pero ninguna fila: guárdela con los datos y no la publique.",
  notRepeatable: "Cada fila se recodifica a su manera, así que no hay receta que sirva para otros datos. Elija niveles para columnas enteras para obtener una.",
  download: "Descargar la receta",
  use: "Una receta repite lo que se decidió para datos anteriores con las mismas columnas. Verá lo que hace aquí antes de que cambie nada.",
  choose: "Elegir una receta",
  noJson: "Este archivo no es una receta: no contiene JSON.",
  nothing: "Este conjunto de datos ya está donde lleva la receta.",
  effect: "Lo que la receta hace aquí",
  before: "ahora",
  after: "con la receta",
  suppressed: { one: "{count} fila no se publicaría.", other: "{count} filas no se publicarían." },
  adopt: "Usar esta receta",
};
