/** The texts of the tab Sample and noise in German. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Stichprobe und Rauschen",
  lead: "Veröffentlichen Sie nur einen Teil der Personen, oder verändern Sie Werte ein wenig. Sie sehen zuerst die Wirkung und bekommen sie als Kopie. Das Original bleibt, wie es ist.",
  technique: "Was geschehen soll",
  techniqueHelp: "Jede Wahl sagt, was sie mit Werten und Personen macht.",
  column: "Spalte",
  columnHelp: "Nur Spalten, die sich so verändern lassen, stehen hier.",
  noColumn: "Keine Spalte passt.",
  strength: "Wie stark",
  number: "Eine Zahl oder ein Anteil der Zeilen wie 1%.",
  show: "Wirkung zeigen",
  empty: "Noch nichts gewählt. Hier steht die Wirkung, bevor sich etwas ändert.",
  effect: "Wirkung",
  before: "vorher",
  after: "nachher",
  rows: "Zeilen",
  uniques: "Zeilen, die allein stehen",
  mean: "Mittelwert",
  deviation: "Standardabweichung",
  correlation: "Korrelation alter und neuer Werte",
  risks: "Risiken der Daten, wie sie sind, bevor etwas vergröbert wird",
  honest: "Die Risiken gelten für die veränderten Werte. Rauschen selbst zählt nicht als Schutz.",
  values: "Werte vorher und nachher",
  valueRow: "{label}: {before} Zeilen vorher, {after} nachher",
  people: "Für jemanden, der nicht weiß, wer gezogen wurde",
  copy: "Kopie damit anlegen",
  copying: "Die Kopie entsteht",
  place: "Diese Zeilen bleiben in ihrer Datenbank. Ziehen Sie dort eine Stichprobe, oder runden Sie dort.",
  done: "Was mit den Werten gemacht wurde",
};
