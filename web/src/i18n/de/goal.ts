/** The texts of the goal and of the proposals, in German. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "Wofür ist die Datei?",
  lead: "Ihre Antworten bestimmen, wie gut Personen verborgen sein müssen und welche Spalten genau bleiben. Sie können sie jederzeit ändern.",
  who: "Wer bekommt die Datei?",
  limit: { one: "Jeder muss aussehen wie mindestens {count} andere Person.", other: "Jeder muss aussehen wie mindestens {count} andere." },
  sources: "Woher die Grenzwerte kommen",
  source: "{title}: {value}. {source}",
  what: "Welche Spalten brauchen Sie am meisten?",
  whatLead: "Diese Spalten können gröber werden, weil andere sie kennen können. Die Spalten, die Sie markieren, behalten mehr Details.",
  whatNone: "Keine Spalte muss gröber werden, weil es keine gibt, die andere kennen können.",
  matters: "Wie wichtig „{name}“ ist",
  ranks: { normal: "Normal", important: "Wichtig", most: "Am wichtigsten" },
  how: "Wie wird sie verwendet?",
  follows: "Was das bedeutet",
  saving: "Wird gespeichert…",
  saved: "Gespeichert.",
};

export const proposals: Translation["proposals"] = {
  title: "Drei Wege, es sicher zu machen",
  lead: "incrowd hat jeden für {purpose} geprüft. Wählen Sie den, dessen Preis Sie annehmen können.",
  searching: "Die besten Fassungen werden gesucht…",
  again: "Erneut suchen",
  none: "Noch keine Vorschläge",
  noneText: "incrowd sucht drei Fassungen, die jede Prüfung bestehen. Das dauert ein paar Sekunden.",
  start: "Vorschläge suchen",
  viewOnly: "Sie können diesen Datensatz nur ansehen, daher können Sie keine Vorschläge suchen.",
  passes: { one: "Besteht die Prüfung", other: "Besteht alle {count} Prüfungen" },
  impossible: "Nicht möglich",
  recommended: "Empfohlen",
  use: "Diesen nehmen",
  used: "In Gebrauch",
  columns: "Wie viele Details jede Spalte behält",
  kept: "{name} behält {share} der Details: {words}",
  sample: "Einige Zeilen vorher und nachher",
  before: "Vorher",
  after: "Nachher",
  removed: "Diese Zeile wird entfernt.",
  missing: "fehlt",
};
