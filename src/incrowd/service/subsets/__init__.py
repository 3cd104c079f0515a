"""Which attributes can be released together, and who stands out."""
