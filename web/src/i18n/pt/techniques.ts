/** The texts of the tab Sample and noise in Portuguese. */

import type { Translation } from "../catalogue";

export const techniques: Translation["techniques"] = {
  title: "Amostra e ruído",
  lead: "Publique só uma parte das pessoas ou mude um pouco os valores. Primeiro vê o efeito e recebe-o como cópia. O original fica como está.",
  technique: "O que fazer",
  techniqueHelp: "Cada opção diz o que faz aos valores e às pessoas.",
  column: "Coluna",
  columnHelp: "Só aparecem as colunas que podem ser mudadas assim.",
  noColumn: "Nenhuma coluna serve.",
  strength: "Com que força",
  number: "Um número ou uma parte das linhas, como 1%.",
  show: "Mostrar o efeito",
  empty: "Ainda não escolheu nada. O efeito aparece aqui antes de algo mudar.",
  effect: "Efeito",
  before: "antes",
  after: "depois",
  rows: "Linhas",
  uniques: "Linhas que estão sozinhas",
  mean: "Média",
  deviation: "Desvio padrão",
  correlation: "Correlação entre valores antigos e novos",
  risks: "Riscos dos dados tal como estão, antes de generalizar",
  honest: "Os riscos são os dos valores mudados. O ruído não conta como proteção.",
  values: "Valores antes e depois",
  valueRow: "{label}: {before} linhas antes, {after} depois",
  people: "Para quem não sabe quem foi sorteado",
  copy: "Fazer uma cópia com isto",
  copying: "A fazer a cópia",
  place: "Estas linhas ficam na sua base de dados. Retire lá uma amostra ou arredonde lá.",
  done: "O que foi feito aos valores",
};
