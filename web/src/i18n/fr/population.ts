/** The texts of the tab Population in French. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Toute la population",
  lead: "Si votre tableau ne contient qu'une partie de la population, quelqu'un qui y est seul de son genre peut avoir des sosies ailleurs. Dites combien de personnes il y a en tout.",
  way: "Ce que vous savez de la population",
  ways: { size: "Nombre de personnes", fraction: "Part dans ce tableau", table: "Un jeu de données complet" },
  size: "Nombre de personnes",
  sizeHint: "Par exemple dans la ville, le pays ou le registre : {rows} ou plus.",
  share: "Part dans ce tableau",
  shareHint: "Combien de toutes les personnes sont dans le tableau.",
  table: "Jeu de données avec tout le monde",
  tableHint: "Il doit avoir les mêmes colonnes, et toutes les personnes de ce tableau doivent s'y trouver.",
  estimate: "Estimer",
  empty: "Pas encore d'estimation.",
  estimates: "Personnes seules de leur genre, estimation",
  model: "Modèle",
  uniques: "Seules de leur genre",
  used: "utilisé",
  status: { does_not_converge: "n'a pas trouvé de réponse", exceeds_population: "ne convient pas : plus que toute la population" },
  attacks: "Qui des inconnus peuvent retrouver",
  basis: { counted: "compté", scaled: "estimé" },
};
