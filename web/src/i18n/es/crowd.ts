/** Los textos sobre datos con demasiadas combinaciones para contarlas, en español. */
import type { Translation } from "../catalogue";

export const crowd: Translation["crowd"] = {
  title: "Demasiadas combinaciones para contarlas",
  figures: "{rows} filas tienen unas {combinations} combinaciones distintas de {columns}. En la memoria caben {most} como máximo.",
  beyond: "{rows} filas tienen más de {most} combinaciones distintas de {columns}. En la memoria caben {most} como máximo.",
  choices: "Qué puede hacer",
  raise: {
    title: "Generalizar primero",
    text: "La base de datos generaliza las columnas con más valores antes de contar. Lo que se generaliza aquí se publica así o de forma más gruesa.",
    propose: "Proponer niveles",
    proposing: "Preguntando a la base de datos",
    proposal: "Con estos niveles quedan unas {combinations} combinaciones:",
    level: "{attribute}: nivel {level} ({title})",
    apply: "Generalizar y contar",
    applying: "Contando",
  },
  roles: {
    title: "Elegir otros roles",
    text: "Las columnas con muchísimos valores, como un número de cliente, rara vez son lo que otros saben. Como identificadores se omiten.",
    choose: "Elegir los roles",
  },
  states: {
    title: "Contar estados sueltos en la base de datos",
    text: "En la línea de órdenes, --push-down deja que la base de datos cuente cada estado por el que usted pregunta: risk, recommend, check y subsets funcionan entonces con cualquier número de combinaciones.",
  },
  begun: "Contado a partir de niveles más altos",
  anew: "Contar tal como es",
};
