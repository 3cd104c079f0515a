"""Publish the highest numbers as one limit: `income:top=200000`, or `income:top=1%`."""

from __future__ import annotations

from incrowd.techniques.capping import cap
from incrowd.techniques.cells import Cells
from incrowd.techniques.technique import NUMBERS, Parameter, Random, Setting, Technique


def cut_top(cells: Cells, setting: Setting, random: Random) -> Cells:
    """Replace the highest numbers by the limit."""
    del random
    return cap(cells, setting, highest=True)


TOP = Technique(
    name="top",
    title="Top coding",
    explanation="Publishes the highest numbers as one limit, so that extreme amounts give "
    "nobody away.",
    citation="Willenborg, de Waal, Elements of Statistical Disclosure Control, Springer 2001.",
    parameter=Parameter(
        "Limit above which numbers are cut, or share of the rows", "number", 100, percentile=True
    ),
    random=False,
    kinds=NUMBERS,
    keeps_counts=False,
    change=cut_top,
)
