"""Sampling and noise: what can be done to the values themselves before people are counted."""
