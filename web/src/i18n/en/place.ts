/** The texts about data that stays in its database, in English. */

export const place = {
  stays: "incrowd counts inside your database. Only counts and the page you look at leave it.",
  numbers: "A database keeps its rows in no particular order. The row numbers follow the order shown here.",
  locked: "Password needed",
  page: "The database asks for a password",
  password: "Password",
  shared: {
    view: "View only",
    work: "Shared with you",
    viewText: "Somebody shared this data set with you. You can look at it, but you cannot change or export it.",
    workText: "Somebody shared this data set with you. You can change and export it, but you cannot delete it.",
  },
  unlocked: "Connected. Repeat your step.",
} as const;
