/** The texts about data with too many combinations to be counted, in English. */

export const crowd = {
  title: "Too many combinations to count",
  figures: "{rows} rows have about {combinations} different combinations of {columns}. At most {most} are brought into memory.",
  beyond: "{rows} rows have more than {most} different combinations of {columns}. At most {most} are brought into memory.",
  choices: "What you can do",
  raise: {
    title: "Generalise first",
    text: "The database generalises the columns that have most values before it counts. What is generalised here is published so, or coarser.",
    propose: "Propose levels",
    proposing: "Asking the database",
    proposal: "With these levels about {combinations} combinations are left:",
    level: "{attribute}: level {level} ({title})",
    apply: "Generalise and count",
    applying: "Counting",
  },
  roles: {
    title: "Choose other roles",
    text: "Columns with very many values, such as a number of a customer, seldom are what others know. As identifiers they are left out.",
    choose: "Choose roles",
  },
  states: {
    title: "Count single states in the database",
    text: "On the command line, --push-down lets the database count each state that you ask for: risk, recommend, check and subsets then work for any number of combinations.",
  },
  begun: "Counted from higher levels on",
  anew: "Count as it is",
} as const;
