"""Apply a decision, undo it, edit hierarchies, read the history."""
