"""Local recoding: rows are generalised class by class, by clustering or greedily."""
