/** The texts about recipes, in Catalan. */
import type { Translation } from "../catalogue";

export const recipe: Translation["recipe"] = {
  title: "Recepta",
  take: "Repeteix el que ha decidit en les properes dades del mateix tipus. Conté els valors de les columnes però cap fila: desi-la amb les dades, i no la publiqui.",
  notRepeatable: "Cada fila està recodificada a la seva manera, així que no hi ha cap recepta que puguin fer servir altres dades. Per tenir-ne una, faci nivells per a columnes senceres.",
  download: "Baixar la recepta",
  use: "Una recepta repeteix el que es va decidir per a dades anteriors amb les mateixes columnes. Es veu què fa aquí abans que canviï res.",
  choose: "Triar una recepta",
  noJson: "Aquest fitxer no és una recepta: no conté JSON.",
  nothing: "Aquest conjunt de dades ja és on porta la recepta.",
  effect: "Què fa aquí la recepta",
  before: "ara",
  after: "amb la recepta",
  suppressed: { one: "{count} fila no es publicaria.", other: "{count} files no es publicarien." },
  adopt: "Usar aquesta recepta",
};
