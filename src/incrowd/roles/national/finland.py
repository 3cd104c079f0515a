"""Finland: henkilötunnus, a birth date, a number and its letter, `131052-308T`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern, is_day

_LETTERS: Final = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_SHAPE: Final = re.compile(r"([0-9]{6})([-+A-FU-Y])([0-9]{3})([0-9A-Y])", re.ASCII)


def is_henkilotunnus(text: str) -> bool:
    """Whether a text is a personal identity code: date and number modulo 31 give the last sign.

    >>> is_henkilotunnus("131052-308T"), is_henkilotunnus("131052-308U")
    (True, False)
    """
    match = _SHAPE.fullmatch(text.strip().upper())
    if match is None:
        return False
    born, sign, number, check = match.groups()
    century = 1800 if sign == "+" else 2000 if sign in "ABCDEF" else 1900
    real = is_day(century + int(born[4:]), int(born[2:4]), int(born[:2]))
    return real and _LETTERS[int(born + number) % 31] == check


HENKILOTUNNUS: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Finnish identity codes", is_henkilotunnus, 11, 11, 1e-3, TEXTS
)
