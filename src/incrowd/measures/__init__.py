"""Risk, utility and privacy models: one file per measure."""
