"""What the engine Spark is made of: sessions, statements, types, tables and errors."""
