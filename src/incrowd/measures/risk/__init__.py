"""How likely people are to be found."""
