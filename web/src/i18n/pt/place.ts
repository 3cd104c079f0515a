/** The texts about data that stays in its database, in Portuguese. */
import type { Translation } from "../catalogue";

export const place: Translation["place"] = {
  stays: "O incrowd conta dentro da sua base de dados. Só as contagens e a página que está a ver saem dela.",
  numbers: "Uma base de dados não guarda as linhas por uma ordem determinada. Os números de linha seguem a ordem mostrada aqui.",
  locked: "É precisa a palavra-passe",
  page: "A base de dados pede uma palavra-passe",
  password: "Palavra-passe",
  shared: {
    view: "Só ver",
    work: "Partilhado consigo",
    viewText: "Alguém partilhou este conjunto de dados consigo. Pode vê-lo, mas não pode alterá-lo nem exportá-lo.",
    workText: "Alguém partilhou este conjunto de dados consigo. Pode alterá-lo e exportá-lo, mas não pode eliminá-lo.",
  },
  unlocked: "Ligação feita. Repita o passo.",
};
