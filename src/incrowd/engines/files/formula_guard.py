"""Keep spreadsheets from running what they read: =1+1 -> '=1+1, whereas -5 stays a number.

A cell of a CSV file that a spreadsheet would take for a formula gets an apostrophe in front. One
that looks as if it had got it already, '=1+1, gets another, so that no two values become one and
removing the first apostrophe of such cells gives back exactly what was there.

A spreadsheet of another country may split cells at other signs: a;=1+1 is two cells of a file with
semicolons. So the same is done behind every sign at which some spreadsheet splits: a;'=1+1.
"""

import re
from typing import Final

from incrowd.engines.duckdb.statements import literal

_BEGINS: Final = "=+-@＝＋－＠"
_FIRST: Final = f"{_BEGINS}\t\r\n"
_SPLITS: Final = "[;,\t\r\n]"
_RISKY: Final = f"'*[{re.escape(_FIRST)}]"
_NUMBER: Final = r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
_INSIDE: Final = f"({_SPLITS})('*[{re.escape(_BEGINS)}])"
"""What begins like a formula behind a sign at which cells may be split."""
_NUMBER_INSIDE: Final = f"({_SPLITS})'([+-]{_NUMBER[5:]})({_SPLITS}|END)"
"""A number there that got an apostrophe which it does not need."""


def escape_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula, nor any part of it.

    >>> escape_formula("=1+1"), escape_formula("-5"), escape_formula("'@x"), escape_formula("it's")
    ("'=1+1", '-5', "''@x", "it's")
    >>> escape_formula("a;=1+1"), escape_formula("52.5,-13.4")
    ("a;'=1+1", '52.5,-13.4')
    """
    first = "'" if re.match(_RISKY, text) and not re.fullmatch(_NUMBER, text) else ""
    number = _NUMBER_INSIDE.replace("END", r"\Z")
    inside = re.sub(_INSIDE, r"\1'\2", text)
    # what parts two numbers belongs to the first one, so that a second look finds the others
    return first + re.sub(number, r"\1\2\3", re.sub(number, r"\1\2\3", inside))


def escape_formula_sql(text: str) -> str:
    """The same as `escape_formula`, in SQL; few cells have to be looked at closely."""
    begins = ", ".join(f"chr({ord(character)})" for character in f"{_FIRST}'")
    risky = f"regexp_matches({text}, {literal(f'^{_RISKY}')})"
    number = f"regexp_full_match({text}, {literal(_NUMBER)})"
    first = f"{text}[1] IN ({begins}) AND {risky} AND NOT {number}"
    splits = f"regexp_matches({text}, {literal(_INSIDE)})"
    inside = _replace(text, _INSIDE, r"\1''\2")
    for _ in range(2):
        inside = _replace(inside, _NUMBER_INSIDE.replace("END", r"\z"), r"\1\2\3")
    escaped = f"CASE WHEN {splits} THEN {inside} ELSE {text} END"
    return f"CASE WHEN {first} THEN concat({literal(chr(39))}, {escaped}) ELSE {escaped} END"


def _replace(text: str, pattern: str, by: str) -> str:
    return f"regexp_replace({text}, {literal(pattern)}, '{by}', 'g')"
