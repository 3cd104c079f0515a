"""Open a data set and look at it: roles, risk, rows, checks."""
