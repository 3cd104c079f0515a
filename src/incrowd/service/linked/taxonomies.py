"""What words stand for, as a person gives it: CSV (`French;European;*`) or rules.

read_taxonomies([("1.origin", "{French, German} => European")])["1.origin"].height     # 2
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from incrowd.hierarchies import from_csv, from_rules
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.hierarchies.rules import named_values
from incrowd.table import Attribute, Kind, Profile, Role


def read_taxonomies(given: Sequence[tuple[str, str]]) -> dict[str, Hierarchy] | None:
    """Hierarchies by the label of their column; None where none is given."""
    return {label: read_taxonomy(label, text) for label, text in given} or None


def read_taxonomy(label: str, text: str) -> Hierarchy:
    """One hierarchy; what its values are is known from the text alone.

    >>> read_taxonomy("1.origin", "French;European;*").labels[0]
    ('European',)
    """
    name = label.partition(".")[2] or label
    attribute = Attribute(Profile(name, Kind.TEXT, 0, 0, 0), Role.QUASI, "")
    if "=>" not in text:
        return from_csv(text, Domain(attribute, (), np.zeros(0, np.int64)))
    values = named_values(text)
    return from_rules(text, Domain(attribute, values, np.zeros(len(values), np.int64)))
