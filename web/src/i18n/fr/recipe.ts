/** The texts about recipes, in French. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Recette",
  take: "Répète sur les prochaines données du même genre ce que vous avez décidé. Elle contient les valeurs de vos colonnes mais aucune ligne : gardez-la avec les données, et ne la publiez pas.",
  notRepeatable: "Chaque ligne est recodée à sa manière, il n'y a donc pas de recette que d'autres données pourraient utiliser. Faites des niveaux pour des colonnes entières pour en obtenir une.",
  download: "Télécharger la recette",
  use: "Une recette répète ce qui a été décidé pour des données antérieures avec les mêmes colonnes. Vous voyez ce qu'elle fait ici avant que quoi que ce soit ne change.",
  choose: "Choisir une recette",
  noJson: "Ce fichier n'est pas une recette : il ne contient pas de JSON.",
  nothing: "Ce jeu de données est déjà là où mène la recette.",
  effect: "Ce que la recette fait ici",
  before: "maintenant",
  after: "avec la recette",
  suppressed: { one: "{count} ligne ne serait pas publiée.", other: "{count} lignes ne seraient pas publiées." },
  adopt: "Utiliser cette recette",
};
