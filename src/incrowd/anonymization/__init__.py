"""Automatic anonymisation: what is asked for, how it is found, and the outcome in memory."""
