/** The texts of the tab Population, in Spanish. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Toda la población",
  lead: "Si su tabla contiene solo a algunas de las personas, quien está solo en ella puede tener dobles en otra parte. Diga cuántas personas hay en total.",
  way: "Qué sabe de ellas",
  ways: { size: "Número de personas", fraction: "Parte de ellas en esta tabla", table: "Un conjunto de datos con todas" },
  size: "Número de personas",
  sizeHint: "Por ejemplo en la ciudad, el país o el registro: {rows} o más.",
  share: "Parte en esta tabla",
  shareHint: "Qué parte de todas las personas está en la tabla.",
  table: "Conjunto de datos con todas las personas",
  tableHint: "Necesita las mismas columnas, y todas las personas de esta tabla deben estar en él.",
  estimate: "Estimar",
  empty: "Todavía no hay estimación.",
  estimates: "Personas que están solas, estimadas",
  model: "Modelo",
  uniques: "Están solas",
  used: "usado",
  status: { does_not_converge: "no halló respuesta", exceeds_population: "no encaja: más que todas las personas" },
  attacks: "A quién pueden encontrar los desconocidos",
  basis: { counted: "contado", scaled: "estimado" },
};
