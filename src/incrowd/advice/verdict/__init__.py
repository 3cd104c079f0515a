"""The verdict: the listed checks of a preset on what is published, one file per check."""
