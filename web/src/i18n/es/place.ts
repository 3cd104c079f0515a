/** Los textos sobre datos que se quedan en su base de datos, en español. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd cuenta dentro de su base de datos. De ella solo salen los recuentos y la página que usted mira.",
  numbers: "Una base de datos no guarda sus filas en un orden fijo. Los números de fila siguen el orden que se muestra aquí.",
  locked: "Hace falta la contraseña",
  page: "La base de datos pide una contraseña",
  password: "Contraseña",
  shared: {
    view: "Solo ver",
    work: "Compartido con usted",
    viewText: "Alguien compartió este conjunto de datos con usted. Puede verlo, pero no cambiarlo ni exportarlo.",
    workText: "Alguien compartió este conjunto de datos con usted. Puede cambiarlo y exportarlo, pero no borrarlo.",
  },
  unlocked: "Conectado. Repita su paso.",
};
