/** The texts of the tab Population, in Spanish. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "En la población",
  lead: "Si la tabla es solo una muestra, quien es único en ella puede tener dobles en otra parte. Diga cuántas personas hay en total.",
  way: "Qué se sabe de la población",
  ways: { size: "Número de personas", fraction: "Parte de ellas que está en esta tabla", table: "Un conjunto de datos con todas ellas" },
  size: "Número de personas",
  sizeHint: "En la ciudad, el país, el registro: {rows} o más.",
  share: "Parte de todas las personas",
  shareHint: "Qué parte de la población está en la tabla.",
  table: "Conjunto de datos con todas las personas",
  tableHint: "Tiene las mismas columnas, y todas las personas de esta tabla están en él.",
  estimate: "Estimar",
  empty: "Todavía no se ha estimado nada.",
  estimates: "Personas únicas según cada modelo",
  model: "Modelo",
  uniques: "Personas únicas",
  used: "usado",
  status: { does_not_converge: "no converge", exceeds_population: "no encaja: más que todas las personas" },
  attacks: "Lo que pueden encontrar los desconocidos",
  basis: { counted: "contado", scaled: "estimado" },
};
