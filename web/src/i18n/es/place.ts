/** Los textos sobre datos que se quedan en su base de datos, en español. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd cuenta dentro de su base de datos. De ella solo salen los recuentos y la página que usted mira.",
  numbers: "Una base de datos no guarda sus filas en ningún orden; por eso se numeran según se muestran.",
  locked: "Hace falta la contraseña",
  page: "La base de datos pide una contraseña",
  password: "Contraseña",
  unlocked: "Conectado. Repita su paso.",
};
