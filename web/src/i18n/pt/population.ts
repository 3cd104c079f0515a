/** The texts of the tab Population in Portuguese. */
import type { Translation } from "../catalogue";

export const population: Translation["population"] = {
  title: "Todos lá fora",
  lead: "Se a tabela contém só uma parte das pessoas lá fora, alguém que nela está sozinho pode ter sósias noutro lado. Indique quantas pessoas há ao todo.",
  way: "O que sabe sobre elas",
  ways: { size: "Número de pessoas", fraction: "Parte delas nesta tabela", table: "Um conjunto de dados com todos" },
  size: "Número de pessoas",
  sizeHint: "Por exemplo na cidade, no país ou no registo: {rows} ou mais.",
  share: "Parte nesta tabela",
  shareHint: "Quantas de todas as pessoas estão na tabela.",
  table: "Conjunto de dados com todos",
  tableHint: "Precisa das mesmas colunas, e todos os desta tabela devem estar nele.",
  estimate: "Estimar",
  empty: "Ainda não há estimativa.",
  estimates: "Pessoas que estão sozinhas, estimativa",
  model: "Modelo",
  uniques: "Sozinhas",
  used: "usado",
  status: { does_not_converge: "não encontrou resposta", exceeds_population: "não serve: mais do que todos" },
  attacks: "Quem os estranhos podem encontrar",
  basis: { counted: "contado", scaled: "estimado" },
};
