/** The texts about data that stays in its database, in German. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd zählt in Ihrer Datenbank. Nur Zählungen und die Seite, die Sie ansehen, verlassen sie.",
  numbers: "Eine Datenbank hält ihre Zeilen in keiner bestimmten Reihenfolge. Die Zeilennummern folgen der hier gezeigten Reihenfolge.",
  locked: "Passwort nötig",
  page: "Die Datenbank verlangt ein Passwort",
  password: "Passwort",
  shared: {
    view: "Nur ansehen",
    work: "Mit Ihnen geteilt",
    viewText: "Jemand hat diesen Datensatz mit Ihnen geteilt. Sie können ihn ansehen, aber nicht ändern oder exportieren.",
    workText: "Jemand hat diesen Datensatz mit Ihnen geteilt. Sie können ihn ändern und exportieren, aber nicht löschen.",
  },
  unlocked: "Verbunden. Wiederholen Sie Ihren Schritt.",
};
