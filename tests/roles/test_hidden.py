"""What points to one person within texts, and what only looks like it."""

from __future__ import annotations

import numpy as np
import pytest

from incrowd.roles.hidden import find_hidden
from incrowd.roles.meaning import Meaning


def meanings(*texts: str) -> set[Meaning]:
    return {hidden.meaning for hidden in find_hidden([(text, 1) for text in texts])}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("ana@example.org", Meaning.EMAIL),
        ("Please write to <ana.lopez+1@mail.example.org>.", Meaning.EMAIL),
        ("{ana@example.org, bob@example.org}", Meaning.EMAIL),
        ("reach her under +49 30 1234567 at night", Meaning.PHONE),
        ("0049 (30) 1234567", Meaning.PHONE),
        ("call (212) 555-0123", Meaning.PHONE),
        ("paid from GB82 WEST 1234 5698 7654 32 in May", Meaning.IBAN),
        ("DE89370400440532013000", Meaning.IBAN),
        ("seen by Dr. Weber", Meaning.NAME),
        ("Frau Schneider came back", Meaning.NAME),
        ("123e4567-e89b-12d3-a456-426614174000", Meaning.IDENTIFIER),
    ],
)
def test_one_is_enough_where_nothing_else_looks_so(text: str, meaning: Meaning) -> None:
    assert meaning in meanings("nothing here", text)


def test_names_are_known_by_given_names() -> None:
    assert Meaning.NAME in meanings("Anna Müller", "Peter Schmidt", "Rossi, Marco", "chess")
    assert not meanings("Bad Homburg", "San Francisco", "New York", "Mountain View", "Santa Cruz")


@pytest.mark.parametrize(
    "texts",
    [
        ["flu", "asthma", "@home", "a@b", "meet at 5pm @ the bar"],
        ["2024-05-17", "17.05.2024", "2024-05-17 10:30:00"],
        ["12345", "10115", "80331-1234", "47677"],
        ["E11.9", "I10", "C50.4"],
        ["Don Quixote of la Mancha", "the Dr is in", "Mr"],
        ["10-19", "[20, 30[", "{Bonn, Ulm}", "*", "1.5e10"],
        ["+", "++", "+1", "00", "001"],
    ],
    ids=str,
)
def test_what_only_looks_like_it(texts: list[str]) -> None:
    assert meanings(*texts) == set()


def test_what_is_masked_points_to_nobody() -> None:
    assert not meanings("*@example.org", "a***@example.org", "+49 30 1234***", "DE89************")


def test_towns_are_no_names() -> None:
    towns = ["Virginia Beach", "Victoria Falls", "Leon Valley", "Helena Valley"]
    assert not meanings(
        *towns, *(f"Town {letter}{number}" for letter in "abcd" for number in range(50))
    )


def test_numbers_by_chance_are_none() -> None:
    """A tenth of all numbers passes a check of one digit: that proves nothing."""
    chance = np.random.default_rng(5)
    for digits in (8, 9, 10, 11, 16):
        numbers = chance.integers(10 ** (digits - 1), 10**digits, 500)
        assert meanings(*map(str, numbers)) == set()


def test_real_numbers_are_found_with_their_rows() -> None:
    numbers = [(f"{area}-45-6789", 3) for area in (123, 124, 125, 126, 127)]
    (hidden,) = find_hidden([("not a number", 9), *numbers])
    assert (hidden.meaning, hidden.texts, hidden.rows) == (Meaning.NATIONAL_ID, 5, 15)
    cards = [("4111 1111 1111 1111", 2), ("5500 0000 0000 0004", 1), ("4012 8888 8888 1881", 1)]
    assert Meaning.CARD_NUMBER in {each.meaning for each in find_hidden(cards)}
