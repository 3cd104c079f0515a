/** The texts about recipes, in Italian. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Ricetta",
  take: "Ripete le decisioni prese sui prossimi dati dello stesso tipo. Contiene i valori delle colonne ma nessuna riga: conservarla con i dati, e non pubblicarla.",
  notRepeatable: "Ogni riga è ricodificata a modo suo, quindi non c'è una ricetta utilizzabile per altri dati. Per averne una, creare livelli per intere colonne.",
  download: "Scarica la ricetta",
  use: "Una ricetta ripete ciò che è stato deciso per dati precedenti con le stesse colonne. Si vede che cosa fa qui prima che qualcosa cambi.",
  choose: "Scegli una ricetta",
  noJson: "Questo file non è una ricetta: non contiene JSON.",
  nothing: "Questo set di dati è già dove porta la ricetta.",
  effect: "Che cosa fa qui la ricetta",
  before: "ora",
  after: "con la ricetta",
  suppressed: { one: "{count} riga non verrebbe pubblicata.", other: "{count} righe non verrebbero pubblicate." },
  adopt: "Usa questa ricetta",
};
