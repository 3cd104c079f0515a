"""Synthetic tables about people who do not exist."""
