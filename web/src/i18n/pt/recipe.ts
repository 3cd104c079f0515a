/** The texts about recipes, in Portuguese. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Receita",
  take: "Repete o que decidiu nos próximos dados do mesmo tipo. Contém os valores das suas colunas, mas nenhuma linha: guarde-a com os dados, e não a publique.",
  notRepeatable: "Cada linha é recodificada à sua maneira, por isso não há uma receita que outros dados possam usar. Para ter uma, faça níveis para colunas inteiras.",
  download: "Transferir a receita",
  use: "Uma receita repete o que foi decidido para dados anteriores com as mesmas colunas. É possível ver o que faz aqui antes de algo mudar.",
  choose: "Escolher uma receita",
  noJson: "Este ficheiro não é uma receita: não contém JSON.",
  nothing: "Este conjunto de dados já está onde a receita leva.",
  effect: "O que a receita faz aqui",
  before: "agora",
  after: "com a receita",
  suppressed: { one: "{count} linha não seria publicada.", other: "{count} linhas não seriam publicadas." },
  adopt: "Usar esta receita",
};
