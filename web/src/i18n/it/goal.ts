/** The texts of the goal and of the proposals, in Italian. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "A che cosa serve il file?",
  lead: "Le risposte determinano quanto bene devono essere nascoste le persone e quali colonne restano esatte. Si possono cambiare in qualsiasi momento.",
  who: "Chi riceve il file?",
  limit: { one: "Ogni persona deve somigliare ad almeno {count} altra.", other: "Ogni persona deve somigliare ad almeno {count} altre." },
  sources: "Da dove vengono i limiti",
  source: "{title}: {value}. {source}",
  what: "Quali colonne servono di più?",
  whatLead: "Queste colonne possono diventare più generiche, perché altri possono conoscerle. Le colonne segnate conservano più dettaglio.",
  whatNone: "Nessuna colonna deve diventare più generica, perché non ce n'è nessuna che altri possano conoscere.",
  matters: "Quanto conta «{name}»",
  ranks: { normal: "Normale", important: "Importante", most: "Più importante" },
  how: "Come verrà usato?",
  follows: "Che cosa significa",
  saving: "Salvataggio…",
  saved: "Salvato.",
};

export const proposals: Translation["proposals"] = {
  title: "Tre modi per renderlo sicuro",
  lead: "incrowd ha controllato ciascuno per {purpose}. Scegliere quello il cui costo è accettabile.",
  searching: "Ricerca delle versioni migliori…",
  again: "Cerca di nuovo",
  none: "Ancora nessuna proposta",
  noneText: "incrowd cerca tre versioni che superano tutti i controlli. Ci vogliono alcuni secondi.",
  start: "Trova proposte",
  viewOnly: "Questo set di dati si può solo consultare, quindi non si possono cercare proposte.",
  passes: { one: "Supera il controllo", other: "Supera tutti i {count} controlli" },
  impossible: "Non possibile",
  recommended: "Consigliata",
  use: "Usa questa",
  used: "In uso",
  columns: "Quanto dettaglio conserva ogni colonna",
  kept: "{name} conserva {share} del suo dettaglio: {words}",
  sample: "Alcune righe prima e dopo",
  before: "Prima",
  after: "Dopo",
  removed: "Questa riga viene rimossa.",
  missing: "mancante",
};
