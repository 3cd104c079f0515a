"""What MongoDB needs beyond an engine that speaks SQL: documents, pipelines, its own errors."""
