"""Hierarchies written as rules, and read again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import attribute, halving_hierarchy

from incrowd.errors import HierarchyError
from incrowd.hierarchies import from_rules, to_csv, to_rules
from incrowd.hierarchies.hierarchy import Domain

MARITAL = """
# how people live
level 1
{single, divorced} => not married
{married, "separated, but married"} => married
level 2
{not married, married} => *
"""


def domain_of(*values: str | None) -> Domain:
    return Domain(attribute("x"), values, np.ones(len(values), np.int64))


def test_rules_of_two_levels() -> None:
    domain = domain_of("single", "divorced", "married", "separated, but married", "widowed")
    found = from_rules(MARITAL, domain_of(*domain.values[:4]))
    assert to_csv(found).splitlines() == [
        "single;not married;*",
        "divorced;not married;*",
        "married;married;*",
        "separated, but married;married;*",
    ]
    kept = from_rules(MARITAL, domain)
    assert to_csv(kept).splitlines()[-1] == "widowed;widowed;widowed;*"


NAMES = st.text(st.sampled_from('ab ,{}"=>*;#1'), min_size=1, max_size=6).filter(
    lambda name: name.strip() and name != "*"
)


@given(values=st.lists(NAMES | st.none(), min_size=1, max_size=8, unique=True))
def test_what_is_written_is_read_again(values: list[str | None]) -> None:
    ordered = [value for value in values if value is not None]
    domain = domain_of(*ordered, *([None] if None in values else []))
    hierarchy = halving_hierarchy(domain)
    again = from_rules(to_rules(hierarchy), domain)
    assert to_csv(again) == to_csv(hierarchy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rule"),
        ("level 2\n{a} => b", "level 1 should begin"),
        ("a, b => c", "Line 1 is not a rule"),
        ("{a, b => c", "Line 1 is not a rule"),
        ("{a,} => c", "Line 1 is not a rule"),
        ("{a} => ", "Line 1 is not a rule"),
        ("{z} => c", "no 'z' below level 1"),
        ("{a} => c\n{a, b} => d", "Line 2: 'a' is in two groups"),
        ("{a, b} => c\nlevel 2\n{a} => d", "no 'a' below level 2"),
    ],
)
def test_rules_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(HierarchyError, match=message) as caught:
        from_rules(text, domain_of("a", "b"))
    assert caught.value.hint
