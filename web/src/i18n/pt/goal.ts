/** The texts of the goal and of the proposals, in Portuguese. */
import type { Translation } from "../catalogue";

export const goal: Translation["goal"] = {
  title: "Para que serve o ficheiro?",
  lead: "As respostas determinam até que ponto as pessoas devem ficar ocultas e que colunas ficam exatas. É possível alterá-las a qualquer momento.",
  who: "Quem recebe o ficheiro?",
  limit: { one: "Cada pessoa tem de se parecer com pelo menos {count} outra pessoa.", other: "Cada pessoa tem de se parecer com pelo menos {count} outras." },
  sources: "De onde vêm os limites",
  source: "{title}: {value}. {source}",
  what: "De que colunas precisa mais?",
  whatLead: "Estas colunas podem ficar mais gerais, porque outros podem conhecê-las. As colunas marcadas mantêm mais detalhe.",
  whatNone: "Nenhuma coluna tem de ficar mais geral, porque não há nenhuma que outros possam conhecer.",
  matters: "Quanto importa «{name}»",
  ranks: { normal: "Normal", important: "Importante", most: "O mais importante" },
  how: "Como será usado?",
  follows: "O que isto significa",
  saving: "A guardar…",
  saved: "Guardado.",
};

export const proposals: Translation["proposals"] = {
  title: "Três formas de o tornar seguro",
  lead: "O incrowd verificou cada uma para {purpose}. Escolha aquela cujo custo pode aceitar.",
  searching: "A procurar as melhores versões…",
  again: "Procurar de novo",
  none: "Ainda não há propostas",
  noneText: "O incrowd procura três versões que passem em todas as verificações. Demora alguns segundos.",
  start: "Procurar propostas",
  viewOnly: "Só pode ver este conjunto de dados, por isso não pode procurar propostas.",
  passes: { one: "Passa na verificação", other: "Passa nas {count} verificações" },
  impossible: "Não é possível",
  recommended: "Recomendada",
  use: "Usar esta",
  used: "Em uso",
  columns: "Quanto detalhe mantém cada coluna",
  kept: "{name} mantém {share} do detalhe: {words}",
  sample: "Algumas linhas antes e depois",
  before: "Antes",
  after: "Depois",
  removed: "Esta linha é removida.",
  missing: "em falta",
};
