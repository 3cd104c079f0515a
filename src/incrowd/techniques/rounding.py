"""Round numbers to multiples of a base: `income:round=1000` makes 41,736 to 42,000."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from incrowd.techniques.cells import Cells
from incrowd.techniques.numerals import DIGITS, find_decimals, write_number
from incrowd.techniques.technique import NUMBERS, Parameter, Random, Setting, Technique


def round_cells(cells: Cells, setting: Setting, random: Random) -> Cells:
    """Write each number as the nearest multiple of the base; halves go to the even multiple.

    Equal numbers are written in the same way afterwards, whatever they were written like before.
    """
    del random
    comma, decimals = cells.profile.decimal_comma, find_decimals(cells)
    values = [
        write_number(_round(key, setting.number), comma=comma, decimals=decimals)
        if isinstance(key, Decimal)
        else value
        for value, key in zip(cells.values, cells.keys, strict=True)
    ]
    return cells.with_values(values)


def _round(number: Decimal, base: Decimal) -> Decimal:
    with localcontext(prec=DIGITS):
        return (number / base).to_integral_value(ROUND_HALF_EVEN) * base


ROUND = Technique(
    name="round",
    title="Rounding",
    explanation="Rounds numbers to multiples of a base, so that exact amounts cannot be looked up.",
    citation="Willenborg, de Waal, Elements of Statistical Disclosure Control, Springer 2001.",
    parameter=Parameter("Base to whose multiples is rounded", "number", 10, 0, above_minimum=True),
    random=False,
    kinds=NUMBERS,
    keeps_counts=False,
    change=round_cells,
)
