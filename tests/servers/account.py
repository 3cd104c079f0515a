"""Who the tests are at a server that asks for a password."""

USER = "ann"
STRANGE = 'p\'w \\ "x";-- $%@:/#é'
"""A password with everything that quoting may break on."""
