/** The texts of the tab Sample and noise in French. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Échantillon et bruit",
  lead: "Publiez seulement une partie des personnes, ou changez un peu les valeurs. Vous voyez d’abord l’effet, puis vous l’obtenez sous forme de copie. L’original reste tel quel.",
  technique: "Que faire",
  techniqueHelp: "Chaque choix dit ce qu’il fait aux valeurs et aux personnes.",
  column: "Colonne",
  columnHelp: "Seules les colonnes qui peuvent être changées ainsi figurent ici.",
  noColumn: "Aucune colonne ne convient.",
  strength: "Avec quelle force",
  number: "Un nombre ou une part des lignes, comme 1%.",
  show: "Montrer l’effet",
  empty: "Rien n’est encore choisi. L’effet apparaît ici avant tout changement.",
  effect: "Effet",
  before: "avant",
  after: "après",
  rows: "Lignes",
  uniques: "Lignes qui sont seules",
  mean: "Moyenne",
  deviation: "Écart type",
  correlation: "Corrélation des anciennes et nouvelles valeurs",
  risks: "Risques des données telles quelles, avant toute généralisation",
  honest: "Les risques sont ceux des valeurs changées. Le bruit ne compte pas comme protection.",
  values: "Valeurs avant et après",
  valueRow: "{label} : {before} lignes avant, {after} après",
  people: "Pour qui ne sait pas qui a été tiré",
  copy: "Faire une copie avec cela",
  copying: "Création de la copie",
  place: "Ces lignes restent dans leur base de données. Tirez-y un échantillon, ou arrondissez-y.",
  done: "Ce qui a été fait aux valeurs",
};
