"""Mask characters from the right: 47677 -> 4767* -> 476** -> 47*** -> 4**** -> *."""

import re
from itertools import pairwise
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.builder import Builder, Level, Understood, assemble, mostly
from incrowd.hierarchies.hierarchy import Codes, Domain, Hierarchy
from incrowd.language import as_message, say
from incrowd.table import Kind

MEANINGS: Final = MappingProxyType(
    {
        "postcode": "postcodes",
        "code": "codes",
        "phone": "phone numbers",
        "iban": "account numbers",
        "account_number": "account numbers",
        "card_number": "card numbers",
        "national_id": "official numbers",
        "mac_address": "device addresses",
        "plate": "vehicle numbers",
    }
)
MOST_LEVELS: Final = 4
"""Levels below `*`."""
LONGEST: Final = 40
_CODE: Final = re.compile(r"(?=(?:[^0-9]*[0-9]){3})[A-Za-z]{0,4}[0-9][A-Za-z0-9]*")
_BRITISH: Final = re.compile(r"[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}")


def suits(domain: Domain) -> str | None:
    """What is known to be a code fits, and texts of one length that look like codes."""
    attribute = domain.attribute
    lengths = {len(value) for value in domain.values if value is not None}
    if not lengths or not 1 < max(lengths) <= LONGEST:
        return None
    # numbers of different lengths do not begin alike where they are alike: 9, 99, 100
    sound = len(lengths) == 1 or not attribute.kind.numeric
    known = MEANINGS.get(attribute.meaning or "")
    if known and sound:
        return say("its values are {known}", known=as_message(known))
    alike = attribute.kind is Kind.TEXT and len(lengths) == 1
    if alike and mostly(domain.values, _CODE.fullmatch, 0.95):
        return say("its values look like codes of one length")
    return None


def build(domain: Domain) -> Hierarchy:
    """Keep ever fewer characters; levels that change nothing are left out."""
    positions = np.array([i for i, v in enumerate(domain.values) if v is not None], np.int64)
    values = [value for value in domain.values if value is not None]
    aligned = _right_aligned(values)
    how = say("Characters masked from the right.")
    return assemble(Understood(domain, positions), _levels(values, aligned), "mask", how)


def _right_aligned(values: list[str]) -> bool:
    """British postcodes have inner parts of three characters behind outer parts of two to four."""
    return len({len(value) for value in values}) > 1 and mostly(values, _BRITISH.fullmatch, 0.95)


def _levels(values: list[str], aligned: bool) -> list[Level]:
    if not values:
        return []
    longest = max(map(len, values))
    # padded on the left, the same number of characters is masked in every value
    texts = [value.rjust(longest, "\0") for value in values] if aligned else values
    order = sorted(range(len(texts)), key=texts.__getitem__)
    shared = np.array([_shared(texts[a], texts[b]) for a, b in pairwise(order)], dtype=np.int64)
    return [
        Level(_title(kept, longest - kept, aligned), *_mask(texts, order, shared, longest, kept))
        for kept in _choose(shared, longest)
    ]


def _shared(first: str, second: str) -> int:
    """How many characters two texts share from the left."""
    for place, (letter, other) in enumerate(zip(first, second, strict=False)):
        if letter != other:
            return place
    return min(len(first), len(second))


def _choose(shared: NDArray[np.int64], longest: int) -> list[int]:
    """How many characters to keep at each level, so that the numbers of groups fall evenly.

    In sorted order a group ends where neighbours share fewer characters than are kept.
    """
    result, ends = np.unique(shared, return_counts=True)
    groups = 1 + np.cumsum(ends) - ends
    change = (groups > 1) & (result < longest)
    useful, sizes = result[change][::-1].tolist(), np.log(groups[change][::-1])
    if len(useful) <= MOST_LEVELS:
        return list(useful)
    wanted = np.log(len(shared) + 1) * np.arange(MOST_LEVELS, 0, -1) / (MOST_LEVELS + 1)
    places = {int(np.abs(sizes - size).argmin()) for size in wanted}
    return [useful[place] for place in sorted(places)]


def _mask(
    texts: list[str], order: list[int], shared: NDArray[np.int64], longest: int, kept: int
) -> tuple[Codes, tuple[str, ...]]:
    """Group the texts that begin alike, and write each group with its masked end."""
    starts = np.concatenate(([True], shared < kept))
    groups = np.empty(len(texts), dtype=np.int32)
    groups[order] = np.cumsum(starts) - 1
    firsts = (texts[order[place]] for place in np.flatnonzero(starts))
    return groups, tuple(text[:kept].ljust(longest, "*").lstrip("\0") for text in firsts)


def _title(kept: int, masked: int, aligned: bool) -> str:
    """Name a level.

    >>> _title(3, 2, aligned=False), _title(5, 1, aligned=True)
    ('first 3 characters', 'last character masked')
    """
    if aligned:
        if masked == 1:
            return say("last character masked")
        return say("last {masked} characters masked", masked=masked)
    return say("first character") if kept == 1 else say("first {kept} characters", kept=kept)


BUILDER = Builder(
    name="mask",
    title="Masked characters",
    explanation="Hides the last characters of a code, more of them with each level.",
    citation="Samarati and Sweeney, Protecting privacy when disclosing information, 1998",
    suits=suits,
    build=build,
)
