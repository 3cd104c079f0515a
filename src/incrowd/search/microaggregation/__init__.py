"""Groups made from numbers: rows that are close to each other, at least k together."""
