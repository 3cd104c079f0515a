"""Local recoding of wide and large tables, in time that grows with tuples times attributes."""
