"""Keep spreadsheets from running what they read: =1+1 -> '=1+1, whereas -5 stays a number.

A cell of a CSV file that a spreadsheet would take for a formula gets an apostrophe in front. One
that looks as if it had got it already, '=1+1, gets another, so that no two values become one and
removing the first apostrophe of such cells gives back exactly what was there.
"""

import re
from typing import Final

from incrowd.engines.duckdb.statements import literal

_FIRST: Final = "=+-@\t\r\n"
_RISKY: Final = re.compile(f"'*[{re.escape(_FIRST)}]")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")


def escape_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> escape_formula("=1+1"), escape_formula("-5"), escape_formula("'@x"), escape_formula("it's")
    ("'=1+1", '-5', "''@x", "it's")
    """
    if _RISKY.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def escape_formula_sql(text: str) -> str:
    """The same as `guard`, in SQL; few cells have to be looked at closely."""
    begins = ", ".join(f"chr({ord(character)})" for character in f"{_FIRST}'")
    risky = f"regexp_matches({text}, {literal(f'^{_RISKY.pattern}')})"
    number = f"regexp_full_match({text}, {literal(_NUMBER.pattern)})"
    guarded = f"CASE WHEN {risky} AND NOT {number} THEN concat({literal(chr(39))}, {text})"
    return f"CASE WHEN {text}[1] IN ({begins}) THEN {guarded} ELSE {text} END ELSE {text} END"
