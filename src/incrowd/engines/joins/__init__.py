"""Joins of sources by their distinct combinations, counted row by row."""
