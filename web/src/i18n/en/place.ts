/** The texts about data that stays in its database, in English. */

export const place = {
  stays: "incrowd counts inside your database. Only counts and the page you look at leave it.",
  numbers: "A database keeps its rows in no order, so they are numbered as they are shown.",
  locked: "Password needed",
  page: "The database asks for a password",
  password: "Password",
  unlocked: "Connected. Please repeat your step.",
} as const;
