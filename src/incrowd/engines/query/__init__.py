"""Queries over tables of any source: built from parts, guarded, run in a session."""
