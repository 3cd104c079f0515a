"""Privacy models: what a table promises about its classes."""
