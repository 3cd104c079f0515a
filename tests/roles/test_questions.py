"""Roles in doubt: two questions settle them, and origin may have either of two roles."""

from __future__ import annotations

from itertools import product

import pytest
from role_profiles import guess_one

from incrowd.language import set_language, translate
from incrowd.roles import choose_role
from incrowd.roles.meaning import CONCEPTS, Meaning, role_options
from incrowd.roles.questions import QUESTIONS
from incrowd.table import Role, Table


@pytest.mark.parametrize(
    ("known", "harmful", "role"),
    [
        (True, False, Role.QUASI),
        (True, True, Role.QUASI),  # whoever knows it would find people in a group by it
        (False, True, Role.SENSITIVE),
        (False, False, Role.INSENSITIVE),
    ],
)
def test_two_answers_set_the_role(known: bool, harmful: bool, role: Role) -> None:
    assert choose_role(known=known, harmful=harmful) is role


def test_every_pair_of_answers_is_listed_once_with_its_consequence() -> None:
    pairs = [(answer.known, answer.harmful) for answer in QUESTIONS.answers]
    assert sorted(pairs) == sorted(product((False, True), repeat=2))
    assert all(answer.consequence.endswith(".") for answer in QUESTIONS.answers)
    assert len({answer.consequence for answer in QUESTIONS.answers}) == 4


def test_what_is_known_and_secret_says_that_a_group_shows_it() -> None:
    both = next(answer for answer in QUESTIONS.answers if answer.known and answer.harmful)
    assert "can still read it there" in both.consequence
    assert "identifier" in both.consequence


@pytest.mark.parametrize(
    ("name", "values", "doubtful"),
    [
        ("x17", ["red", "blue"], True),
        ("category", ["a", "b"], True),  # a code of something
        ("phone", ["0", "1"], True),  # a name that the values contradict
        ("x17", ["2024-01-01", "2024-01-02"], True),  # text, not read as dates
        ("age", ["30", "41"], False),
        ("diet", ["a", "b"], False),
        ("race", ["a", "b"], False),
        ("x17", ["same", "same"], False),
        ("x17", [f"person{number}@example.org" for number in range(5)], False),
    ],
)
def test_a_guess_says_whether_it_is_in_doubt(name: str, values: list[str], doubtful: bool) -> None:
    assert guess_one(name, values * 2).doubtful is doubtful


def test_a_role_that_was_chosen_is_in_doubt_no_more() -> None:
    table = Table("t", 4, (guess_one("x17", ["a", "b"] * 2),))
    assert table.attribute("x17").doubtful
    assert not table.assigning({"x17": Role.QUASI}).attribute("x17").doubtful


@pytest.mark.parametrize("name", ["race", "ethnicity", "Hautfarbe", "etnia", "raça"])
def test_origin_offers_both_roles_with_what_follows_from_each(name: str) -> None:
    guessed = guess_one(name, ["a", "b", "c"] * 4)
    assert guessed.role is Role.QUASI
    assert [option.role for option in role_options(guessed)] == ["quasi", "sensitive"]
    for option in role_options(guessed):
        assert option.consequence in guessed.reason.replace("As a", "as a")
    assert guessed.reason.endswith(".")


def test_only_origin_has_two_roles_and_the_guessed_one_is_first() -> None:
    several = {meaning for meaning, concept in CONCEPTS.items() if concept.options}
    assert several == {Meaning.ETHNICITY}
    assert CONCEPTS[Meaning.ETHNICITY].options[0].role == CONCEPTS[Meaning.ETHNICITY].role
    assert role_options(guess_one("x17", ["a", "b"])) == ()


def test_the_reason_for_both_roles_is_told_in_spanish() -> None:
    reason = guess_one("race", ["a", "b", "c"] * 4).reason
    set_language("es")
    try:
        assert "como atributo sensible" in translate(reason)
        assert "Como cuasi-identificador" in translate(reason)
        assert translate(QUESTIONS.known) == "¿Podría saberlo alguien que conoce a la persona?"
    finally:
        set_language("en")
