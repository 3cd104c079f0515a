/** The texts of the goal and of the proposals, in French. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "À quoi sert le fichier ?",
  lead: "Vos réponses déterminent à quel point les personnes doivent être cachées et quelles colonnes restent exactes. Vous pouvez les changer à tout moment.",
  who: "Qui reçoit le fichier ?",
  limit: { one: "Chaque personne doit ressembler à au moins {count} autre.", other: "Chaque personne doit ressembler à au moins {count} autres." },
  sources: "D'où viennent les limites",
  source: "{title} : {value}. {source}",
  what: "De quelles colonnes avez-vous le plus besoin ?",
  whatLead: "Ces colonnes peuvent devenir plus grossières, car d'autres peuvent les connaître. Les colonnes que vous marquez gardent plus de détail.",
  whatNone: "Aucune colonne ne doit devenir plus grossière, car il n'y en a aucune que d'autres puissent connaître.",
  matters: "Importance de « {name} »",
  ranks: { normal: "Normal", important: "Important", most: "Le plus important" },
  how: "Comment sera-t-il utilisé ?",
  follows: "Ce que cela implique",
  saving: "Enregistrement…",
  saved: "Enregistré.",
};

export const proposals: Translation["proposals"] = {
  title: "Trois façons de le rendre sûr",
  lead: "incrowd a contrôlé chacune pour {purpose}. Choisissez celle dont le coût vous convient.",
  searching: "Recherche des meilleures versions…",
  again: "Chercher à nouveau",
  none: "Pas encore de propositions",
  noneText: "incrowd cherche trois versions qui réussissent tous les contrôles. Cela prend quelques secondes.",
  start: "Trouver des propositions",
  viewOnly: "Vous pouvez seulement consulter ce jeu de données, vous ne pouvez donc pas chercher de propositions.",
  passes: { one: "Réussit le contrôle", other: "Réussit les {count} contrôles" },
  impossible: "Impossible",
  recommended: "Recommandé",
  use: "Utiliser celle-ci",
  used: "Utilisée",
  columns: "Combien de détail chaque colonne garde",
  kept: "{name} garde {share} de son détail : {words}",
  sample: "Quelques lignes avant et après",
  before: "Avant",
  after: "Après",
  removed: "Cette ligne est supprimée.",
  missing: "manquant",
};
