"""The checks of a verdict, one per file; each describes itself."""
