"""Schooling, work and households follow their tables for every age, sex and seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.people import FEMALE, MALE, People, draw_people
from incrowd.synthetic.places import POSTCODES
from incrowd.synthetic.society import (
    ADULT,
    EDUCATION,
    JOBS,
    MARITAL_STATUS,
    OCCUPATIONS,
    WORKING_AGE,
    YOUNGEST,
    draw_education,
    draw_household_size,
    draw_income,
    draw_marital_status,
    draw_occupation,
)

SINGLE, MARRIED = MARITAL_STATUS.index("single"), MARITAL_STATUS.index("married")
NURSE, CHILD = OCCUPATIONS.index("nurse"), OCCUPATIONS.index("child")

seeds = st.integers(0, 2**40)


def alike(rows: int, **known: int) -> tuple[Draws, People]:
    """People who share an age, a sex, a postcode …"""
    draws = Draws("society", 9, rows)
    everyone = {name: np.full(rows, value) for name, value in known.items()}
    return draws, replace(draw_people(draws), **everyone)


def same(rows: int, value: int) -> Numbers:
    return np.full(rows, value, dtype=np.int64)


@given(seeds, st.integers(0, 99))
def test_nobody_is_ahead_of_school(seed: int, age: int) -> None:
    education = draw_education(Draws("society", seed, 200), same(200, age))
    assert max(YOUNGEST[level] for level in education.tolist()) <= age


@given(seeds)
def test_everybody_works_at_what_they_learnt(seed: int) -> None:
    draws = Draws("society", seed, 300)
    people = draw_people(draws)
    education = draw_education(draws, people.age)
    occupation = draw_occupation(draws, people, education)
    for level, position in zip(education.tolist(), occupation.tolist(), strict=True):
        assert position >= len(JOBS) or JOBS[position].common[level] > 0


@pytest.mark.parametrize("age", range(0, 100, 3))
@pytest.mark.parametrize("sex", [FEMALE, MALE])
def test_children_and_only_children_are_children(age: int, sex: int) -> None:
    draws, people = alike(100, age=age, sex=sex)
    occupation = draw_occupation(draws, people, draw_education(draws, people.age))
    assert set(occupation == CHILD) == {age < WORKING_AGE}


def test_every_occupation_has_a_name_of_its_own() -> None:
    assert len(set(OCCUPATIONS)) == len(OCCUPATIONS) == len(JOBS) + 5


def test_children_earn_nothing_and_everybody_else_something() -> None:
    draws, people = alike(5000)
    education = draw_education(draws, people.age)
    occupation = draw_occupation(draws, people, education)
    income = draw_income(draws, people, education, occupation)
    assert ((income == 0) == (occupation == CHILD)).all()


def income_of(education: str, age: int, postcode: str) -> Numbers:
    """What nurses of some education, age and place earn, chance being the same for all."""
    draws, people = alike(500, age=age, postcode=POSTCODES.index(postcode))
    level = same(500, EDUCATION.index(education))
    return draw_income(draws, people, level, same(500, NURSE))


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (("vocational", 40, "01067"), ("bachelor", 40, "01067")),
        (("bachelor", 22, "01067"), ("bachelor", 40, "01067")),
        (("bachelor", 40, "03149"), ("bachelor", 40, "10115")),
    ],
    ids=["education", "age", "place"],
)
def test_pay_rises_with(less: tuple[str, int, str], more: tuple[str, int, str]) -> None:
    assert (income_of(*less) < income_of(*more)).all()


@pytest.mark.parametrize("sex", [FEMALE, MALE])
@pytest.mark.parametrize("age", [0, 10, ADULT - 1])
def test_children_are_single(age: int, sex: int) -> None:
    draws, people = alike(500, age=age, sex=sex)
    assert set(draw_marital_status(draws, people).tolist()) == {SINGLE}


@pytest.mark.parametrize("sex", [FEMALE, MALE])
def test_marriage_comes_with_age_and_ends_with_it(sex: int) -> None:
    def married(age: int) -> float:
        draws, people = alike(5000, age=age, sex=sex)
        return float((draw_marital_status(draws, people) == MARRIED).mean())

    assert married(20) < married(30) < married(40) < married(55)
    assert married(85) < married(70)


@given(seeds, st.integers(0, 99), st.sampled_from(range(len(MARITAL_STATUS))))
def test_only_adults_without_husband_or_wife_live_alone(seed: int, age: int, status: int) -> None:
    size = draw_household_size(Draws("society", seed, 100), same(100, age), same(100, status))
    assert size.max() <= 6
    assert size.min() >= 1
    if age < ADULT or status == MARRIED:
        assert size.min() >= 2


def test_old_couples_live_in_small_households() -> None:
    draws = Draws("society", 9, 5000)
    young, old = (
        draw_household_size(draws, same(5000, age), same(5000, MARRIED)).mean() for age in (40, 75)
    )
    assert old < young - 0.5
