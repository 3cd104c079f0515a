"""Numbers as exact whole numbers of a unit: read and written back without a loss."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies.hierarchy import Domain
from incrowd.search.aggregation.functions import FUNCTIONS, Members
from incrowd.search.exact_values import ExactValues
from incrowd.table import Attribute, Kind, Profile, Role


def domain(values, kind=Kind.DECIMAL, **known) -> Domain:
    profile = Profile("x", kind, len(values), 0, len(values), **known)
    counts = np.ones(len(values), np.int64)
    return Domain(Attribute(profile, Role.QUASI, "."), tuple(values), counts)


def exact(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


decimals = st.decimals(-(10**17), 10**17, allow_nan=False, places=3).map(str)
shorts = st.decimals(-(10**6), 10**6, allow_nan=False, places=2).map(str)
odd = st.sampled_from([None, "NA", "inf", "1e300", "-2.5E-7", "3.", ".5", "+7", "-0"])


@given(st.lists(shorts | decimals | odd, min_size=1, max_size=12) | st.lists(shorts | st.none()))
def test_every_value_is_read_exactly(values) -> None:
    found = ExactValues.of(domain(values))
    slow = ExactValues._one_by_one(domain(values), found.profile)
    for code, text in enumerate(values):
        wanted = None if text is None else exact(text)
        assert found.known[code] == slow.known[code] == (wanted is not None)
        if wanted is not None:
            assert Fraction(int(found.units[code]), 10**found.decimals) == wanted
            assert Fraction(int(slow.units[code]), 10**slow.decimals) == wanted
            if wanted < 10**17:
                offset = wanted - Fraction(found.lowest, 10**found.decimals)
                assert found.offsets[code] == pytest.approx(float(offset), rel=1e-12, abs=1e-12)


@given(st.lists(shorts, min_size=1, max_size=12), st.integers(1, 40), st.booleans())
def test_a_fraction_is_written_as_near_as_decimals_allow(values, denominator, comma) -> None:
    texts = [text.replace(".", ",") for text in values] if comma else values
    known = ExactValues.of(domain(texts, decimal_comma=comma))
    written = known.write(known.units, np.full(len(texts), denominator, np.int64))
    assert list(written.texts) == sorted(
        written.texts, key=lambda each: exact(each.replace(",", "."))
    )
    for text, code in zip(values, written.codes, strict=True):
        shown = exact(written.texts[code].replace(",", "."))
        wanted = exact(text) / denominator
        assert abs(shown - wanted) <= Fraction(1, 2 * 10 ** (known.decimals + 4))
        assert ("." in written.texts[code]) <= (not comma)


def test_dates_are_days() -> None:
    known = ExactValues.of(
        domain(["31.1.2024", "02.02.2024", "NA"], Kind.DATE, date_format="%d.%m.%Y")
    )
    total = known.units[known.known].sum(keepdims=True)
    assert known.write(total, np.array([2])).texts == ("01.02.2024",)
    assert known.known.tolist() == [True, True, False]


@given(st.data())
def test_functions_say_what_they_say_of_lists(data) -> None:
    from statistics import mean, median

    cells = data.draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5), st.integers(1, 3)), min_size=1)
    )
    groups, units, rows = (np.array(column) for column in zip(*cells, strict=True))
    members = Members.of(groups.astype(np.int32), units, units + 5, rows)
    lists: dict[int, list[int]] = {}
    for group, unit, times in cells:
        lists.setdefault(group, []).extend([unit] * times)
    assert members.known_groups.tolist() == sorted(lists)
    twins = {
        "mean": lambda own: Fraction(mean(map(Fraction, own))),
        "median": lambda own: Fraction(median(map(Fraction, own))),
        "mode": lambda own: Fraction(min(own, key=lambda one: (-own.count(one), one))),
    }
    for name, twin in twins.items():
        numerators, denominators = FUNCTIONS[name](members)
        found = [Fraction(int(a), int(b)) for a, b in zip(numerators, denominators, strict=True)]
        assert found == [twin(lists[group]) for group in sorted(lists)]
