"""Classes of states counted inside an engine that speaks SQL."""
