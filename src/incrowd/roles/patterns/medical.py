"""Diagnosis codes of the ICD-10: `E11.9`, `I10`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern

_CODE: Final = re.compile(r"[A-Z][0-9][0-9AB](?:\.?[0-9A-Z]{1,4}|\.-)?[*+!†]?", re.I)
_DOTTED: Final = re.compile(r"[A-Z][0-9][0-9AB]\.[0-9X][0-9A-Z]{0,3}[*+!†]?", re.I)


def is_icd10(text: str) -> bool:
    """Whether a text has the shape of a diagnosis code.

    >>> is_icd10("E11.9"), is_icd10("I10"), is_icd10("Flu")
    (True, True, False)
    """
    return _CODE.fullmatch(text.strip()) is not None


def is_dotted_icd10(text: str) -> bool:
    """Whether a text is a diagnosis code with a subcategory, which hardly anything else looks like.

    >>> is_dotted_icd10("E11.9"), is_dotted_icd10("I10")
    (True, False)
    """
    return _DOTTED.fullmatch(text.strip()) is not None


ICD10: Final = Pattern(
    Meaning.ICD10, "ICD-10 codes", is_icd10, 3, 9, 0.05, TEXTS, telling=is_dotted_icd10
)
