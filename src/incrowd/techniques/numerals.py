"""Write numbers as the column writes them: with its decimals and its decimal mark."""

from decimal import Decimal, localcontext
from typing import Final

import numpy as np

from incrowd.techniques.cells import Cells

DIGITS: Final = 400
"""Enough to compute with every number that fits a double, without loss."""
_LONG: Final = 18
"""Digits before the mark from which on a number is written with an exponent."""


def write_number(number: Decimal, *, comma: bool, decimals: int = 0) -> str:
    """A number as text, with at least so many decimals.

    >>> write_number(Decimal("4.2E+4"), comma=False), write_number(Decimal("0.50"), comma=True)
    ('42000', '0,5')
    >>> write_number(Decimal(1500), comma=False, decimals=2)
    '1500.00'
    """
    with localcontext(prec=DIGITS):
        number = number.normalize() if number else Decimal(0)
        if number.adjusted() >= _LONG:
            text = f"{number:E}"
        else:
            exponent = number.as_tuple().exponent
            known = -exponent if isinstance(exponent, int) else 0
            text = f"{number:.{max(decimals, known)}f}"
    return text.replace(".", ",") if comma else text


def find_decimals(cells: Cells) -> int:
    """The decimals that all numbers of a column are written with; 0 where they differ."""
    mark = "," if cells.profile.decimal_comma else "."
    places = np.flatnonzero(cells.proper).tolist()
    found = {len(cells.values[place].partition(mark)[2]) for place in places}
    return found.pop() if len(found) == 1 else 0
