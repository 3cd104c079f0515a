/** The texts about recipes, in German. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Rezept",
  take: "Wiederholt an den nächsten Daten derselben Art, was Sie entschieden haben. Es enthält die Werte Ihrer Spalten, aber keine Zeile: Bewahren Sie es bei den Daten auf, und veröffentlichen Sie es nicht.",
  notRepeatable: "Jede Zeile ist auf ihre eigene Weise umkodiert, deshalb gibt es kein Rezept, das sich für andere Daten verwenden ließe. Machen Sie Stufen für ganze Spalten, um eines zu bekommen.",
  download: "Rezept herunterladen",
  use: "Ein Rezept wiederholt, was für frühere Daten mit denselben Spalten entschieden wurde. Sie sehen, was es hier bewirkt, bevor sich etwas ändert.",
  choose: "Rezept wählen",
  noJson: "Diese Datei ist kein Rezept: Sie enthält kein JSON.",
  nothing: "Dieser Datensatz ist schon dort, wohin das Rezept führt.",
  effect: "Was das Rezept hier bewirkt",
  before: "jetzt",
  after: "mit dem Rezept",
  suppressed: { one: "{count} Zeile würde nicht veröffentlicht.", other: "{count} Zeilen würden nicht veröffentlicht." },
  adopt: "Dieses Rezept nehmen",
};
