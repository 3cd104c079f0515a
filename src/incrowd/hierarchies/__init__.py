"""One builder per file, and choosing one for an attribute."""
