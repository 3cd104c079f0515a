"""What texts mean: examples, laws, and the fast pairing against a walk through all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import attribute

from incrowd.errors import UnknownName
from incrowd.hierarchies import from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.published_value import covers, meaning_of, overlaps


@pytest.mark.parametrize(
    ("left", "right", "together"),
    [
        ("130**", "13012", True),
        ("13***", "130**", True),
        ("13***", "131**", True),
        ("131**", "130**", False),
        ("1*0**", "13***", True),
        ("130**", "1301", False),
        ("20-30", "25-35", True),
        ("20-30", "30-40", True),
        ("20-30", "]30-40]", False),
        ("[20-30[", "30-40", False),
        ("[20-39[", "20 to 30", True),
        (">=65", "60-64", False),
        (">=65", "60-65", True),
        (">65", "60-65", False),
        (">=65", "<18", False),
        (">=65", "90+", True),
        ("20-30", "25", True),
        ("20-30", "31", False),
        ("25", "25.0", True),
        ("25", "25,0", True),
        ("01067", "1067", False),
        ("1000-2000", "01067", True),
        ("3*", "35-45", True),
        ("3*", "40-45", False),
        ("3*", "35", True),
        ("{a, b}", "b", True),
        ("{a, b}", "{b, c}", True),
        ("{a, b}", "{c, d}", False),
        ("{20-29, 50-59}", "[55, 70]", True),
        ("{20-29, 50-59}", "30-49", False),
        ("*", "anything", True),
        ("*", "*", True),
        ("*", None, False),
        (None, None, False),
        ("a", "a", True),
        ("a", "b", False),
        ("", "", True),
        ("ab*", "a-c", False),
        ("13***", "13-19", False),  # a range is never read as a text with masked places
        ("*****", "130**", True),
    ],
)
def test_what_overlaps(left: str | None, right: str | None, together: bool) -> None:
    assert overlaps(left, right) is together
    assert overlaps(right, left) is together


@pytest.mark.parametrize(
    ("published", "value", "covered"),
    [
        ("13***", "130**", True),
        ("130**", "13***", False),
        ("20-30", "20-30", True),
        ("20-30", "[20-30[", True),
        ("[20-30[", "20-30", False),
        ("20-30", "25-35", False),
        (">=65", "70-80", True),
        (">=65", ">70", True),
        (">=65", ">60", False),
        ("30-39", "3*", True),
        ("3*", "30-39", True),
        ("3*", "[30-40[", True),
        ("3*", "30-40", False),
        ("{a, b, c}", "{a, c}", True),
        ("{a, b}", "{a, c}", False),
        ("{a}", "a", True),
        ("a", "{a}", True),
        ("{20-29, 30-39}", "25", True),
        ("*", "{a, b}", True),
        ("*", "*", True),
        ("20-30", "*", False),
        ("*", None, True),
        ("a", None, False),
        (None, None, True),
    ],
)
def test_what_covers(published: str | None, value: str | None, covered: bool) -> None:
    assert covers(published, value) is covered


ENDS = st.integers(0, 12)
TEXTS = st.one_of(
    ENDS.map(str),
    st.tuples(ENDS, ENDS).map(lambda ends: f"{min(ends)}-{max(ends)}"),
    st.tuples(st.sampled_from("[]"), ENDS, ENDS, st.sampled_from("[]")).map(
        lambda part: f"{part[0]}{min(part[1:3])}, {max(part[1:3])}{part[3]}"
    ),
    st.tuples(st.sampled_from([">=", "<", ">", "≤"]), ENDS).map(lambda part: f"{part[0]}{part[1]}"),
    st.text("12*", min_size=1, max_size=3),
    st.sampled_from(["a", "b", "ab", "a*", "*b", "*", "", "1.0", "01", "{1, 2-5}", "*missing*"]),
    st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(lambda m: f"{{{', '.join(m)}}}"),
    st.none(),
)


@given(TEXTS, TEXTS)
def test_laws_of_meaning(left: str | None, right: str | None) -> None:
    assert overlaps(left, right) == overlaps(right, left)
    assert covers(left, left)
    if left is not None and right is not None:
        assert overlaps(left, right) or not covers(left, right)


@given(TEXTS, TEXTS, TEXTS)
def test_covering_goes_on(first: str | None, second: str | None, third: str | None) -> None:
    texts = {first, second, third}
    masks = {text for text in texts if text is not None and meaning_of(text).masked}
    if covers(first, second) and covers(second, third) and not masks:
        assert covers(first, third)


@settings(max_examples=scaled(300))
@given(
    condition=st.sampled_from(["equal", "overlaps", "covers"]),
    left=st.lists(TEXTS, max_size=12, unique=True),
    right=st.lists(TEXTS, max_size=12, unique=True),
)
def test_pairs_against_all_pairs(
    condition: str, left: list[str | None], right: list[str | None]
) -> None:
    test = {"equal": lambda a, b: a == b, "overlaps": overlaps, "covers": covers}[condition]
    wanted = [
        (a, b)
        for a, one in enumerate(left)
        for b, other in enumerate(right)
        if one is not None and other is not None and test(one, other)
    ]
    one, other = matching_pairs(condition, left, right)
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == wanted


CONTINENTS = """French;European;World;*
German;European;World;*
Thai;Asian;World;*
Lao;Asian;World;*
"""


@pytest.fixture(scope="module")
def continents() -> Hierarchy:
    return from_csv(CONTINENTS, Domain(attribute("nationality"), (), np.zeros(0, np.int64)))


def test_a_hierarchy_says_what_its_labels_stand_for(continents: Hierarchy) -> None:
    texts = ["French", "Thai", "European", "Asian", "World", "*", "{Thai, German}", "Martian"]

    def together(condition: str, left: str) -> list[str]:
        _, found = matching_pairs(condition, [left], texts, continents)
        return [texts[place] for place in found]

    assert together("covers", "European") == ["French", "European"]
    assert together("overlaps", "European") == [
        *("French", "European", "World", "*", "{Thai, German}"),
    ]
    assert together("covers", "World") == texts[:5] + ["{Thai, German}"]
    assert together("covers", "French") == ["French"]
    assert together("overlaps", "Martian") == ["*", "Martian"]
    assert together("equal", "European") == ["European"]


def test_unknown_conditions_are_refused() -> None:
    with pytest.raises(UnknownName, match="no condition 'overlap'") as refusal:
        matching_pairs("overlap", [], [])
    assert refusal.value.hint == "Did you mean 'overlaps'?"


@pytest.mark.slow
def test_many_values_take_no_product() -> None:
    numbers = [str(number) for number in range(20_000)]
    bands = [f"{low}-{low + 4}" for low in range(0, 20_000, 5)]
    one, other = matching_pairs("overlaps", bands, numbers)
    assert len(one) == len(other) == 20_000
    masks = [f"{number:04d}**" for number in range(200)]
    codes = [f"{number:06d}" for number in range(20_000)]
    one, other = matching_pairs("covers", masks, codes)
    assert np.array_equal(one, np.arange(20_000) // 100)


def test_an_empty_place_in_a_set_is_missing() -> None:
    """As releases are written: `{a, }` stands for a and for what is missing."""
    assert meaning_of("{a, }").members == ("a", "*missing*")
    assert covers("{a, }", "a")
    assert meaning_of("{}").members == meaning_of("{ , }").members == ()
