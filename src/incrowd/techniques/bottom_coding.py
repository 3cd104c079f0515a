"""Publish the lowest numbers as one limit: `income:bottom=1000`, or `income:bottom=1%`."""

from __future__ import annotations

from incrowd.techniques.capping import cap
from incrowd.techniques.cells import Cells
from incrowd.techniques.technique import NUMBERS, Parameter, Random, Setting, Technique


def cut_bottom(cells: Cells, setting: Setting, random: Random) -> Cells:
    """Replace the lowest numbers by the limit."""
    del random
    return cap(cells, setting, highest=False)


BOTTOM = Technique(
    name="bottom",
    title="Bottom coding",
    explanation="Publishes the lowest numbers as one limit, so that extreme amounts give "
    "nobody away.",
    citation="Willenborg, de Waal, Elements of Statistical Disclosure Control, Springer 2001.",
    parameter=Parameter(
        "Limit below which numbers are cut, or share of the rows", "number", 0, percentile=True
    ),
    random=False,
    kinds=NUMBERS,
    keeps_counts=False,
    change=cut_bottom,
)
