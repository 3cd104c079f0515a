"""The crowd: distinct quasi-identifier tuples with counts, and its classes at any state."""
