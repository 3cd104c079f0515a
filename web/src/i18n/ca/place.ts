/** The texts about data that stays in its database, in Catalan. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd compta dins de la seva base de dades. Només en surten els recomptes i la pàgina que vostè mira.",
  numbers: "Una base de dades no desa les files en cap ordre concret. Els números de fila segueixen l'ordre que es mostra aquí.",
  locked: "Cal contrasenya",
  page: "La base de dades demana una contrasenya",
  password: "Contrasenya",
  shared: {
    view: "Només lectura",
    work: "Compartit amb vostè",
    viewText: "Algú ha compartit aquest conjunt de dades amb vostè. El pot mirar, però no el pot canviar ni exportar.",
    workText: "Algú ha compartit aquest conjunt de dades amb vostè. El pot canviar i exportar, però no el pot suprimir.",
  },
  unlocked: "Connectat. Repeteixi el pas.",
};
