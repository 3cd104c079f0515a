/** The texts about data that stays in its database, in French. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "incrowd compte à l'intérieur de votre base de données. Seuls les comptes et la page que vous regardez en sortent.",
  numbers: "Une base de données garde ses lignes sans ordre particulier. Les numéros de ligne suivent l'ordre affiché ici.",
  locked: "Mot de passe requis",
  page: "La base de données demande un mot de passe",
  password: "Mot de passe",
  shared: {
    view: "Consultation seule",
    work: "Partagé avec vous",
    viewText: "Quelqu'un a partagé ce jeu de données avec vous. Vous pouvez le regarder, mais pas le modifier ni l'exporter.",
    workText: "Quelqu'un a partagé ce jeu de données avec vous. Vous pouvez le modifier et l'exporter, mais pas le supprimer.",
  },
  unlocked: "Connecté. Répétez votre étape.",
};
