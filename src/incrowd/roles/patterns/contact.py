"""Ways to reach a person: e-mail addresses and phone numbers, `+34 600 123 456`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, TEXTS, Pattern

_EMAIL: Final = re.compile(r"[^\s@,;:<>()\[\]]{1,64}@[^\s@,;:<>()\[\]/]{1,250}\.[^\W\d_]{2,24}")
_INTERNATIONAL: Final = re.compile(r"(?:\+|00)[1-9](?:[ ./()-]{0,3}\d){6,14}", re.ASCII)
_NORTH_AMERICAN: Final = re.compile(
    r"(?:1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}", re.ASCII
)
_NATIONAL: Final = re.compile(r"\(?0[1-9](?:[ ()/-]{0,3}\d){7,11}", re.ASCII)
_DIALLED: Final = re.compile(r"\+?\(?\d(?:[ ./()-]{0,3}\d){5,14}(?: ?(?:x|ext\.?) ?\d+)?", re.ASCII)


def is_email(text: str) -> bool:
    """Whether a text is an e-mail address.

    >>> is_email("ana@example.org"), is_email("ana@home")
    (True, False)
    """
    return "@" in text and _EMAIL.fullmatch(text.strip()) is not None


def is_phone(text: str) -> bool:
    """Whether a text can be nothing but a phone number.

    >>> is_phone("+49 30 1234567"), is_phone("(212) 555-0123"), is_phone("30123456")
    (True, True, False)
    """
    number = text.strip()
    return any(
        shape.fullmatch(number) is not None
        for shape in (_INTERNATIONAL, _NORTH_AMERICAN, _NATIONAL)
    )


def is_dialled(text: str) -> bool:
    """Whether a text could be dialled, though it may be another number.

    >>> is_dialled("612 345 678"), is_dialled("0")
    (True, False)
    """
    return _DIALLED.fullmatch(text.strip()) is not None


EMAIL: Final = Pattern(Meaning.EMAIL, "e-mail addresses", is_email, 6, 330, 1e-6, TEXTS)
PHONE: Final = Pattern(Meaning.PHONE, "phone numbers", is_phone, 8, 30, 0.05, TEXTS)
DIALLED: Final = Pattern(Meaning.PHONE, "numbers to dial", is_dialled, 6, 40, 1.0, CODES)
