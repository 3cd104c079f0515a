"""Classes of states counted inside an engine: some hundred figures instead of millions of rows."""
