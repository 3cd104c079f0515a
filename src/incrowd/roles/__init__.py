"""Guess the role of each attribute, with a reason."""
