"""What an attack gives away, in figures and in words, against a walk through all pairs."""

from __future__ import annotations

import pytest
from attacked_tables import PEOPLE, RELEASE, compared, fits, link_rows
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.linking.attack.result import check_k, explain_attack, pairs_to_compare, summarise

TEXT = st.sampled_from(["13012", "130**", "14850", "*"])
CELL = st.sampled_from(["13012", "13099", "14850"])


def test_the_figures_of_a_small_release() -> None:
    """Behind 130** f are 2 people, behind 130** * 3, behind 14850 m one."""
    attack = summarise(compared(), k=3)
    assert (attack.people, attack.rows, attack.matched, attack.certain) == (5, 4, 4, 1)
    assert attack.on == {"zip": "zip", "sex": "sex"}
    told = [(each.candidates, each.people, each.probability) for each in attack.probable]
    assert told == [(1, 1, 1), (2, 2, 1 / 2), (3, 1, 1 / 3)]
    assert attack.journalist_risk == 100
    assert attack.marketer_risk == pytest.approx(100 * (1 / 2 + 1 / 2 + 1 / 3 + 1) / 4)
    assert attack.match.highest_risk == 100
    assert attack.match.average_risk == pytest.approx(100 * (1 / 3 + 1 / 3 + 1 + 1 + 0) / 5)
    assert (attack.match.certain, attack.match.exposed_people, attack.match.k) == (2, 2, 3)


@pytest.mark.slow
@settings(max_examples=scaled(30))
@given(
    release=st.lists(st.tuples(TEXT, st.sampled_from("fm*")), min_size=1, max_size=8),
    people=st.lists(st.tuples(st.just("x"), CELL, st.sampled_from("fm")), min_size=1, max_size=8),
    k=st.integers(1, 5),
)
def test_figures_are_those_of_all_pairs(release: list[Row], people: list[Row], k: int) -> None:
    attack = summarise(compared(release, people), k)
    behind = [sum(fits(row, person) for person in people) for row in release]
    rows = [sum(fits(row, person) for row in release) for person in people]
    assert attack.matched == sum(count > 0 for count in rows)
    assert attack.match.certain == rows.count(1)
    assert attack.match.exposed_people == sum(0 < count < k for count in rows)
    assert sum(each.people for each in attack.probable) == attack.matched
    chances = [1 / count for count in behind if count]
    assert attack.journalist_risk == pytest.approx(100 * max(chances, default=0))
    assert attack.marketer_risk == pytest.approx(100 * sum(chances) / len(release))
    own = [1 / count for count in rows if count]
    assert attack.match.highest_risk == pytest.approx(100 * max(own, default=0))
    assert attack.match.average_risk == pytest.approx(100 * sum(own) / len(people))


def test_words_say_who_is_found_and_what_that_rests_upon() -> None:
    told = list(explain_attack(summarise(compared(), k=3)))
    assert told[0] == (
        "Found for certain: 1 of 5 people on the list. A published row matches them, and "
        "nobody else on the list."
    )
    assert told[1] == (
        "Found with some probability: 3 more, at best one of 2 who match the same row (50.0 %)."
    )
    assert "up to 100.0 % (journalist risk). For all 4 rows, they are right in 58.3 %" in told[2]
    assert "2 people match exactly one row, and 2 match fewer than 3" in told[3]
    assert told[4].startswith("This depends on the list")


def test_where_all_are_certain_nobody_is_probable() -> None:
    told = list(explain_attack(summarise(compared([("14850", "m")], [PEOPLE[3]]), k=2)))
    assert not any("some probability" in sentence for sentence in told)
    assert len(told) == 4


def test_nobody_found_is_never_called_safe() -> None:
    (told,) = explain_attack(summarise(compared([("*", "f")], [("Dan", "14850", "m")]), k=2))
    assert told.startswith("Nobody on the list matches a published row.")
    assert "does not mean that anybody is safe" in told


@pytest.mark.parametrize("k", [0, -3])
def test_a_k_that_says_nothing_is_refused(k: int) -> None:
    check_k(1)
    with pytest.raises(InvalidParameter, match=f"k = {k} is not possible") as refusal:
        check_k(k)
    assert refusal.value.hint == "Choose a k of 2 or more."


def test_columns_are_those_named_else_those_of_the_same_name() -> None:
    linked = link_rows(RELEASE, PEOPLE)
    assert pairs_to_compare(linked, {"zip": "sex"}) == {"zip": "sex"}
    assert set(pairs_to_compare(linked, None)) <= {"zip", "sex"}
    assert pairs_to_compare(linked, {}) == pairs_to_compare(linked, None)


@pytest.mark.parametrize(("on", "wrong"), [({"zipp": "zip"}, "zipp"), ({"zip": "sexx"}, "sexx")])
def test_a_column_that_a_side_lacks_is_named(on: dict[str, str], wrong: str) -> None:
    with pytest.raises(UnknownAttribute, match=f"'{wrong}'") as refusal:
        pairs_to_compare(link_rows(RELEASE, PEOPLE), on)
    assert refusal.value.hint.startswith("Did you mean")
