"""Profiles made from plain lists of values, as an engine would report them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from incrowd.roles import guess
from incrowd.table import Attribute, Kind, Profile


def profile_of(name: str, values: Sequence[str | None], kind: Kind | None = None) -> Profile:
    """Profile a column; its kind is found from the values where it is not given."""
    present = [value for value in values if value is not None]
    counts = Counter(present)
    found = kind or kind_of(present)
    ordered = sorted(present, key=float) if found.numeric else []
    return Profile(
        name,
        found,
        rows=len(values),
        missing=len(values) - len(present),
        distinct=len(counts),
        shortest=min(map(len, counts), default=0),
        longest=max(map(len, counts), default=0),
        minimum=ordered[0] if ordered else None,
        maximum=ordered[-1] if ordered else None,
        common=tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:1000]),
    )


def kind_of(values: Sequence[str]) -> Kind:
    """Integer, decimal or text; leading zeros make a text, as in the readers."""
    if any(value.startswith("0") and value[1:].isdigit() for value in values) or not values:
        return Kind.TEXT
    for kind, parse in ((Kind.INTEGER, int), (Kind.DECIMAL, float)):
        try:
            for value in values:
                parse(value)
        except ValueError:
            continue
        return kind
    return Kind.TEXT


def guess_one(name: str, values: Sequence[str | None], kind: Kind | None = None) -> Attribute:
    """Guess the role of one column."""
    (attribute,) = guess([profile_of(name, values, kind)])
    return attribute
