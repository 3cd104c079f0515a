"""A release against a list of known people: who is found."""
