"""Attack a release with a list of known people."""
