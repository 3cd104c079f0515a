"""Sentences about those who stand out, and scores, shares and giveaways of small tables by hand."""

from __future__ import annotations

import pytest
from small_crowds import Row, crowd_of, halving_hierarchy, tally

from incrowd.advice.giveaways import Giveaways
from incrowd.advice.remedies import SmallGroups, StandingAlone, can_look, find_levels
from incrowd.advice.standout_words import (
    describe_group,
    describe_shown,
    describe_values,
    explain_standouts,
)
from incrowd.advice.standouts import StandOuts, find_standouts
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.subsets import minimal
from incrowd.table import MISSING, Attribute, Kind, Profile, Role


def named(name: str, meaning: str | None = None) -> Attribute:
    return Attribute(Profile(name, Kind.TEXT, 1, 0, 1), Role.QUASI, "", meaning)


AGE, SEX, STATUS, JOB = (
    named("age", "age"),
    named("sex", "sex"),
    named("status", "marital_status"),
    named("job"),
)


@pytest.mark.parametrize(
    ("people", "values", "sentence"),
    [
        (1, [(AGE, "17")], "One person is aged 17."),
        (1, [(AGE, "17"), (STATUS, "Widowed")], "One person is aged 17 and widowed."),
        (1, [(JOB, "judge")], "One person has job = judge."),
        (1, [(SEX, "F")], "One person has sex = F."),
        (1, [(SEX, "Female")], "One person is female."),
        (1, [(STATUS, "Never-married")], "One person is never-married."),
        (1, [(STATUS, "civil union 2")], "One person has status = civil union 2."),
        (1, [(AGE, MISSING)], "One person has age = *missing*."),
        (
            1,
            [(JOB, "judge"), (AGE, "20-29"), (SEX, "male")],
            "One person is aged 20-29 and male and has job = judge.",
        ),
        (2, [(AGE, "17")], "Only 2 people are aged 17."),
        (3, [(JOB, "judge")], "Only 3 people have job = judge."),
        (1200, [(AGE, "17"), (JOB, "x")], "Only 1,200 people are aged 17 and have job = x."),
    ],
)
def test_values_are_told_as_people_would(
    people: int, values: list[tuple[Attribute, str]], sentence: str
) -> None:
    assert describe_values(people, values) == sentence


@pytest.mark.parametrize(
    ("rows", "values", "sentence"),
    [
        (1, [(AGE, "17")], "One row is about somebody aged 17."),
        (1, [(JOB, "judge")], "One row has job = judge."),
        (1, [(AGE, "17"), (JOB, "x")], "One row is about somebody aged 17 and has job = x."),
        (2, [(AGE, "17")], "Only 2 rows are about somebody aged 17."),
        (3, [(JOB, "judge")], "Only 3 rows have job = judge."),
        (
            1200,
            [(AGE, "17"), (JOB, "x")],
            "Only 1,200 rows are about somebody aged 17 and have job = x.",
        ),
    ],
)
def test_rows_are_told_where_nothing_tells_people_apart(
    rows: int, values: list[tuple[Attribute, str]], sentence: str
) -> None:
    assert describe_values(rows, values, by_person=False) == sentence


@pytest.mark.parametrize(
    ("rows", "values", "sentence"),
    [
        (1, [(AGE, "17")], "Only one published row shows age = 17."),
        (
            4,
            [(AGE, "17"), (SEX, "F")],
            "Only 4 published rows show age = 17 and sex = F.",
        ),
    ],
)
def test_of_recoded_rows_it_is_said_what_they_show(
    rows: int, values: list[tuple[Attribute, str]], sentence: str
) -> None:
    assert describe_shown(rows, values) == sentence


ALONE: list[Row] = [("17", "x"), ("17", "x"), ("50", "y"), ("50", "y"), ("17", "y")]
"""Only age and job together single the last row out."""


def people(rows: list[Row]) -> Crowd:
    attributes = [named("age", "age"), named("job")]
    crowd = build_crowd(tally(rows, ["age", "job"]), attributes, [])
    return crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.domains}
    )


def standouts(rows: list[Row], k: int = 2, size: int = 3) -> StandOuts:
    crowd = people(rows)
    return find_standouts(crowd.at(crowd.bottom), k, size)


def test_a_table_is_explained_by_number_attribute_and_example() -> None:
    assert explain_standouts(standouts(ALONE)) == [
        "With 2 attributes or fewer, 1 of 5 rows (20.0 %) can be singled out.",
        "'age' plays the largest part: in 100 % of what makes people stand out.",
        "One row is about somebody aged 17 and has job = y.",
    ]


def test_larger_groups_are_counted_where_k_is_larger() -> None:
    sentences = explain_standouts(standouts(ALONE, k=3))
    assert sentences[0] == (
        "With 2 attributes or fewer, 5 of 5 rows (100.0 %) can be narrowed down to a group of "
        "fewer than 3 rows."
    )
    assert "Only 2 rows are about somebody aged 50." in sentences


def test_nobody_stands_out() -> None:
    assert explain_standouts(standouts([("17", "x")] * 3)) == [
        "No combination of up to 2 attributes leads to a group of fewer than 2 rows."
    ]


def test_combinations_that_were_too_many_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimal, "MOST_COMBINATIONS", 2)
    assert explain_standouts(standouts(ALONE))[-1] == (
        "Combinations of more than 1 attributes were not checked: there are too many."
    )


def test_at_most_three_different_examples_are_told() -> None:
    rows: list[Row] = [(str(age), "x") for age in range(10, 20)]
    sentences = explain_standouts(standouts(rows))
    assert len([words for words in sentences if words.startswith("One row")]) == 3


@pytest.mark.parametrize(
    ("most", "size", "weight"), [(2, 1, 3 * 2), (2, 2, 2), (3, 1, 3 * 2 * 1), (3, 3, 1), (1, 1, 3)]
)
def test_a_smaller_combination_counts_more(most: int, size: int, weight: int) -> None:
    # SUDA: with A = 4 attributes and sets of up to M, one of size s counts ∏ (A − i), i = s … M
    crowd = crowd_of([("a", "x", "u", "p"), ("a", "x", "v", "p")], 4)
    assert find_standouts(crowd.at(crowd.bottom), max_size=most).weight(size) == weight


def test_scores_of_three_attributes_by_hand() -> None:
    # The third column singles everybody out alone: 3 attributes, sets of up to 2, (3-1)(3-2) = 2
    rows: list[Row] = [("a", "x", "u"), ("a", "y", "v"), ("b", "x", "w"), ("b", "y", "z")]
    crowd = crowd_of(rows, 3)
    result = find_standouts(crowd.at(crowd.bottom), max_size=2)
    # and the first two together: (3-2) = 1
    assert result.scores.tolist() == [3.0] * 4
    assert result.counts == {1: 4, 2: 4}
    assert result.attribute_shares == pytest.approx({"q0": 100 / 3, "q1": 100 / 3, "q2": 200 / 3})
    assert result.smallest.tolist() == [1] * 4
    assert result.combinations_of(0) == [(2,), (0, 1)]


def test_value_shares_name_the_value_and_its_rows() -> None:
    first, second = standouts(ALONE).value_shares(5)
    assert (first.attribute, first.value, first.rows, first.share) == ("age", "17", 1, 100.0)
    assert (second.attribute, second.value, second.rows) == ("job", "y", 1)
    assert len(standouts(ALONE).value_shares(1)) == 1


def test_a_group_of_rows_is_described_by_its_combination() -> None:
    result = standouts([*ALONE, ("17", "y")], k=3)
    entry = next(
        entry
        for entry in result.ranked.tolist()
        if result.columns.published(entry, [0, 1]) == {"age": "17", "job": "y"}
    )
    assert (
        describe_group(result, entry, (0, 1))
        == "Only 2 rows are about somebody aged 17 and have job = y."
    )
    shown = describe_group(result, entry, (0, 1), recoded=True)
    assert shown == "Only 2 published rows show age = 17 and job = y."


@pytest.mark.parametrize(
    ("row", "attributes", "rows", "words"),
    [
        (("17", "y"), ("age", "job"), 1, "One row is about somebody aged 17 and has job = y."),
        (("50", "y"), ("age",), 2, "Only 2 rows are about somebody aged 50."),
        (("17", "x"), ("job",), 2, "Only 2 rows have job = x."),
    ],
)
def test_what_gives_a_person_away(
    row: Row, attributes: tuple[str, ...], rows: int, words: str
) -> None:
    crowd = people(ALONE)
    giveaways = Giveaways(crowd.at(crowd.bottom))
    index = giveaways.class_of(row)
    giveaway = giveaways.find(index)
    assert giveaway is not None
    assert (giveaway.attributes, giveaway.rows, giveaway.smallest) == (attributes, rows, True)
    assert giveaways.explain(index) == words
    assert giveaways.published(index) == dict(zip(("age", "job"), row, strict=True))


def test_the_smallest_steps_that_make_groups_large_enough() -> None:
    # a a b c c of heights 2: with {a, b} together every group has two rows
    crowd = crowd_of([("a",), ("a",), ("b",), ("c",), ("c",)], 1)
    leak = SmallGroups(crowd.at((0,)), [0], 2)
    assert (leak.now, leak.heights) == ((0,), (2,))
    assert [leak.short((level,)) for level in (0, 1, 2)] == [1, 0, 0]
    assert find_levels(leak) == (1,)
    assert find_levels(SmallGroups(crowd.at((1,)), [0], 2)) == (1,)
    assert find_levels(SmallGroups(crowd.at((0,)), [0], 6)) is None


def test_a_row_is_helped_by_raising_one_attribute() -> None:
    crowd = people(ALONE)
    classes = crowd.at(crowd.bottom)
    index = Giveaways(classes).class_of(("17", "y"))
    leak = StandingAlone(classes, index, 2, 2)
    assert leak.short(crowd.bottom) == 1
    assert find_levels(leak) == (0, 1)
    assert can_look(classes)
