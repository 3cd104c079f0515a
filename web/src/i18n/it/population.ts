/** The texts of the tab Population in Italian. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Popolazione intera",
  lead: "Se la tabella contiene solo una parte della popolazione, chi vi è unico può avere dei sosia altrove. Dire quante persone ci sono in tutto.",
  way: "Che cosa si sa della popolazione",
  ways: { size: "Numero di persone", fraction: "Quota in questa tabella", table: "Un set di dati con tutti" },
  size: "Numero di persone",
  sizeHint: "Per esempio nella città, nel paese o nel registro: {rows} o più.",
  share: "Quota in questa tabella",
  shareHint: "Quante di tutte le persone sono nella tabella.",
  table: "Set di dati con tutti",
  tableHint: "Deve avere le stesse colonne e contenere tutte le persone di questa tabella.",
  estimate: "Stima",
  empty: "Ancora nessuna stima.",
  estimates: "Persone uniche, stima",
  model: "Modello",
  uniques: "Unici",
  used: "usato",
  status: { does_not_converge: "nessuna risposta trovata", exceeds_population: "non adatto: più dell'intera popolazione" },
  attacks: "Chi possono trovare gli estranei",
  basis: { counted: "contato", scaled: "stimato" },
};
