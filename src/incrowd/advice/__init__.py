"""Recommendations, and the words that explain a risk."""
