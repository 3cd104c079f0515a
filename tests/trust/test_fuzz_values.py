"""Generalised values as a foreign release may write them: compared without a fault, and alike."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.linking.scan.facts import matching
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.possible_values import fits_of
from incrowd.linking.values.published_value import as_interval, covers, meaning_of, overlaps
from incrowd.linking.values.taxonomy import read_taxonomy
from trust.hostile_input import TEXTS, altered, read_or_refuse

USUAL = ["20-29", "[20, 30[", "]20;30]", "130**", "{a, b}", ">=65", "65+", "1,5", "*", "{*}", "007"]
VALUES = st.one_of(TEXTS, *map(altered, USUAL), st.sampled_from(USUAL))
DEEP = "{" * 3000 + "a" + "}" * 3000


def whole(text: str) -> str:
    """A text as a table can hold it: half of a character can only come from a command line."""
    return text.encode("utf-8", "replace").decode()


@given(left=VALUES, right=VALUES)
@settings(max_examples=scaled(400))
@example(left=DEEP, right="a")
@example(left=DEEP, right=DEEP + " ")
@example(left="{" + ",".join(map(str, range(3000))) + "}", right="{" + ";".join("x" * 3000) + "}")
@example(left="1" * 400 + "-" + "2" * 400, right="5")
@example(left="9" * 20 + "*", right="1e999")
@example(left="²", right="٣-٤")
def test_two_values_are_compared(left: str, right: str) -> None:
    meaning_of(left)
    as_interval(left)
    assert overlaps(left, right) == overlaps(right, left)
    assert covers(left, left)
    if covers(left, right) and meaning_of(right).generalised is False:
        assert overlaps(left, right)


@given(
    left=st.lists(st.one_of(st.none(), VALUES), max_size=5),
    right=st.lists(st.one_of(st.none(), VALUES), max_size=5),
)
@settings(max_examples=scaled(200))
@example(left=[DEEP], right=["a", DEEP])
@example(left=["{*}"], right=["*", "**", "{*, a}"])
@example(left=["\ud800", "1-2"], right=["\ud800", None])
def test_columns_are_compared_as_their_values_are(
    left: list[str | None], right: list[str | None]
) -> None:
    for condition, alone in (("overlaps", overlaps), ("covers", covers)):
        ours, theirs = matching_pairs(condition, left, right)
        found = set(zip(list(ours), list(theirs), strict=True))
        expected = {
            (one, other)
            for one, mine in enumerate(left)
            for other, yours in enumerate(right)
            if mine is not None and yours is not None and alone(mine, yours)
        }
        assert found == expected, condition
    fits = fits_of(*([text and whole(text) for text in each] for each in (left, right)))
    for text in range(len(left)):
        assert len(fits.row(text)) == len(right)


@given(texts=st.lists(VALUES, max_size=5), known=VALUES)
@settings(max_examples=scaled(200))
@example(texts=["1-2"], known="\ud800")
def test_what_an_attacker_knows_is_compared(texts: list[str], known: str) -> None:
    taxonomy = read_taxonomy("1.a", "a;letter;*\nb;letter;*\n")
    assert len(matching(texts, known)) == len(texts)
    assert len(matching(texts, known, taxonomy)) == len(texts)


MANY = 20_000
LONG = {
    "digits": "1" * MANY,
    "stars and digits": "1*" * MANY,
    "blanks in a range": "1" + " " * MANY + "2",
    "commas": "{" + "," * MANY + "}",
    "members": "{" + ",".join(map(str, range(MANY))) + "}",
    "members that are ranges": "{" + ",".join(f"{n}-{n + 1}" for n in range(2000)) + "}",
    "braces": DEEP,
    "minus": "-" * MANY,
}


@pytest.mark.parametrize("name", list(LONG))
def test_a_long_value_takes_no_longer_than_it_must(name: str) -> None:
    value = LONG[name]
    others = [value, f"{value} ", "5", "*", "{a, 5}"]
    for condition in ("overlaps", "covers"):
        read_or_refuse(partial(matching_pairs, condition, [value], others))
    read_or_refuse(partial(fits_of, [value], others))
