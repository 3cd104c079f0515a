/** The texts of the goal and of the proposals, in Spanish. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "¿Para qué es el archivo?",
  lead: "Sus respuestas deciden cuánto hay que ocultar a las personas y qué columnas quedan exactas. Puede cambiarlas cuando quiera.",
  who: "¿Quién recibe el archivo?",
  limit: { one: "Cada persona debe parecerse al menos a {count} más.", other: "Cada persona debe parecerse al menos a otras {count}." },
  sources: "De dónde vienen los límites",
  source: "{title}: {value}. {source}",
  what: "¿Qué columnas necesita más?",
  whatLead: "Estas columnas pueden hacerse menos precisas, porque otros pueden saberlas. Las que marque conservan más detalle.",
  whatNone: "Ninguna columna tiene que hacerse menos precisa, porque no hay ninguna que otros puedan saber.",
  matters: "Cuánto importa «{name}»",
  ranks: { normal: "Normal", important: "Importante", most: "La más importante" },
  how: "¿Cómo se usará?",
  follows: "Qué significa esto",
  saving: "Guardando…",
  saved: "Guardado.",
};

export const proposals: Translation["proposals"] = {
  title: "Tres maneras de protegerlo",
  lead: "incrowd comprobó cada una para {purpose}. Elija aquella cuyo coste pueda aceptar.",
  searching: "Buscando las mejores versiones…",
  again: "Buscar otra vez",
  none: "Todavía no hay propuestas",
  noneText: "incrowd busca tres versiones que pasen todas las comprobaciones. Tarda unos segundos.",
  start: "Buscar propuestas",
  viewOnly: "Solo puede ver este conjunto de datos, así que no puede buscar propuestas.",
  passes: { one: "Pasa la comprobación", other: "Pasa las {count} comprobaciones" },
  impossible: "No es posible",
  recommended: "Recomendada",
  use: "Usar esta",
  used: "En uso",
  columns: "Cuánto detalle conserva cada columna",
  kept: "{name} conserva el {share} de su detalle: {words}",
  sample: "Algunas filas antes y después",
  before: "Antes",
  after: "Después",
  removed: "Esta fila se quita.",
  missing: "falta",
};
