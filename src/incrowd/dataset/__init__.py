"""A table opened with its roles and hierarchies: its crowd, its risk and the next steps."""
