/** The texts of the tab Population in Catalan. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Tothom allà fora",
  lead: "Si la taula només conté una part de les persones d'allà fora, algú que hi està sol pot tenir dobles en un altre lloc. Digui quantes persones hi ha en total.",
  way: "Què en sap",
  ways: { size: "Nombre de persones", fraction: "Part que és en aquesta taula", table: "Un conjunt de dades amb tothom" },
  size: "Nombre de persones",
  sizeHint: "Per exemple a la ciutat, al país o al registre: {rows} o més.",
  share: "Part en aquesta taula",
  shareHint: "Quantes de totes les persones són a la taula.",
  table: "Conjunt de dades amb tothom",
  tableHint: "Necessita les mateixes columnes, i tothom d'aquesta taula hi ha de ser.",
  estimate: "Estimar",
  empty: "Encara no hi ha cap estimació.",
  estimates: "Persones que estan soles, estimació",
  model: "Model",
  uniques: "Estan soles",
  used: "usat",
  status: { does_not_converge: "no ha trobat resposta", exceeds_population: "no encaixa: més que tothom" },
  attacks: "Qui poden trobar els estranys",
  basis: { counted: "comptat", scaled: "estimat" },
};
