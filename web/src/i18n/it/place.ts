/** The texts about data that stays in its database, in Italian. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd conta dentro il database. Ne escono solo i conteggi e la pagina che si sta guardando.",
  numbers: "Un database tiene le righe senza un ordine particolare. I numeri di riga seguono l'ordine mostrato qui.",
  locked: "Serve la password",
  page: "Il database chiede una password",
  password: "Password",
  shared: {
    view: "Sola lettura",
    work: "Condiviso",
    viewText: "Qualcuno ha condiviso questo set di dati. Si può guardare, ma non modificare né esportare.",
    workText: "Qualcuno ha condiviso questo set di dati. Si può modificare ed esportare, ma non eliminare.",
  },
  unlocked: "Connesso. Ripetere il passo.",
};
