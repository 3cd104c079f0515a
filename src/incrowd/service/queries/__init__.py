"""Query sources and data sets together, and find what the result leaks."""
