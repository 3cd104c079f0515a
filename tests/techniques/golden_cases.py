"""One case for each technique: what goes in, how strongly, and what comes out.

Those of rounding and coding are computed by hand. What is drawn by chance is written down, so that
a recipe that is kept draws the same in every version and on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from incrowd.table import Kind


@dataclass(frozen=True)
class Case:
    """A column, or the people of some rows, and what a technique makes of it."""

    value: str
    kind: Kind
    before: tuple[str | None, ...]
    after: tuple[str | None, ...]


TEN = tuple(str(number) for number in range(1, 11))
INCOMES = ("12400", None, "12600", "13500", "180000", "900")

GOLDEN = {
    "sample": Case("0.4", Kind.TEXT, TEN, ("2", "8", "9", "10")),
    "rank_swap": Case("20", Kind.INTEGER, TEN, ("2", "1", "4", "3", "7", "8", "5", "6", "10", "9")),
    "pram": Case(
        "0.5", Kind.TEXT, tuple("aaaabbbccd"), ("a", "a", "a", "b", "b", "a", "b", "c", "c", "d")
    ),
    "round": Case(
        "1000", Kind.INTEGER, INCOMES, ("12000", None, "13000", "14000", "180000", "1000")
    ),
    "top": Case("20%", Kind.INTEGER, INCOMES, ("12400", None, "12600", "13500", "13500", "900")),
    "bottom": Case(
        "10000", Kind.INTEGER, INCOMES, ("12400", None, "12600", "13500", "180000", "10000")
    ),
}
