"""Persons are whole: their birth fits their age, their name their sex, their number them alone."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.synthetic.draws import Draws
from incrowd.synthetic.people import (
    FAMILY_NAMES,
    FEMALE,
    GIVEN_NAMES,
    INHABITANTS,
    LAST_YEAR,
    People,
    draw_people,
    first_day,
    tilted,
)
from incrowd.synthetic.places import (
    AREAS,
    BIRTH_WEIGHTS,
    CITY,
    COUNTRIES,
    POPULATION,
    POSTCODES,
    RELIGION_WEIGHTS,
    RELIGIONS,
    VILLAGE,
    pay_of,
    setting_of,
)

EPOCH = dt.date(1970, 1, 1)


@pytest.fixture(scope="module")
def people() -> People:
    return draw_people(Draws("people", 3, 40_000))


def test_numbers_are_never_given_twice(people: People) -> None:
    assert len(np.unique(people.number)) == 40_000
    assert people.number.min() >= 0
    assert people.number.max() < 10**9


def test_numbers_do_not_tell_the_order(people: People) -> None:
    assert abs(np.corrcoef(people.number, np.arange(40_000))[0, 1]) < 0.02


def test_the_year_of_birth_settles_the_age(people: People) -> None:
    for day, age in zip(people.birth_day[:2000].tolist(), people.age[:2000].tolist(), strict=True):
        assert (EPOCH + dt.timedelta(days=day)).year == LAST_YEAR - age


def test_births_fall_on_every_day_of_the_year(people: People) -> None:
    births = {EPOCH + dt.timedelta(days=day) for day in people.birth_day.tolist()}
    assert {(day.month, day.day) for day in births} >= {(1, 1), (12, 31), (2, 29)}
    assert len({(day.month, day.day) for day in births}) == 366


@given(st.integers(1900, 2100))
def test_first_day_is_new_year(year: int) -> None:
    assert first_day(np.array([year])).tolist() == [(dt.date(year, 1, 1) - EPOCH).days]


def test_there_are_more_women_among_the_old(people: People) -> None:
    women = people.sex == FEMALE
    assert women[people.age < 20].mean() == pytest.approx(0.487, abs=0.02)
    assert women[people.age >= 85].mean() > 0.6


def test_ages_follow_the_groups(people: People) -> None:
    shares = np.bincount(people.age // 5, minlength=20) / 40_000
    wanted = np.array(INHABITANTS) / sum(INHABITANTS)
    assert shares.tolist() == pytest.approx(wanted.tolist(), abs=0.006)


def test_other_age_groups_can_be_asked_for() -> None:
    old = draw_people(Draws("people", 3, 100), (0,) * 16 + (1, 0, 0, 0))
    assert set(old.age.tolist()) == {80, 81, 82, 83, 84}


def test_names_fit_the_sex(people: People) -> None:
    names = people.names.to_pylist()
    for name, sex in zip(names[:3000], people.sex[:3000].tolist(), strict=True):
        given_name, family = name.split(" ")
        assert given_name in GIVEN_NAMES[sex]
        assert family in FAMILY_NAMES


def test_every_name_occurs(people: People) -> None:
    given_names, families = zip(
        *(name.split(" ") for name in people.names.to_pylist()), strict=True
    )
    assert set(given_names) == {*GIVEN_NAMES[0], *GIVEN_NAMES[1]}
    assert set(families) == set(FAMILY_NAMES)


def test_name_lists_are_of_one_length_without_repetition() -> None:
    assert len(GIVEN_NAMES[0]) == len(GIVEN_NAMES[1])
    assert not set(GIVEN_NAMES[0]) & set(GIVEN_NAMES[1])
    for names in (*GIVEN_NAMES, FAMILY_NAMES):
        assert len(set(names)) == len(names)
        assert all(" " not in name for name in names)


def test_cities_are_more_mixed_than_villages(people: People) -> None:
    setting, abroad = setting_of(people.postcode), people.country != COUNTRIES.index("Germany")
    assert abroad[setting == CITY].mean() > 2 * abroad[setting == VILLAGE].mean()


def test_postcodes_have_five_digits_and_a_shared_beginning() -> None:
    assert len(set(POSTCODES)) == len(POSTCODES) == len(POPULATION)
    assert all(len(code) == 5 and code.isdigit() for code in POSTCODES)
    assert any(code.startswith("0") for code in POSTCODES)
    assert not all(code.startswith("0") for code in POSTCODES)
    for area in AREAS:
        assert len({code[:2] for code in area.postcodes}) == 1


def test_each_postcode_has_what_its_area_has() -> None:
    positions = np.arange(len(POSTCODES))
    for code, setting, pay in zip(POSTCODES, setting_of(positions), pay_of(positions), strict=True):
        area = next(area for area in AREAS if code in area.postcodes)
        assert (area.setting, area.pay) == (setting, pay)


def test_weights_of_countries_and_religions_are_complete() -> None:
    assert len(BIRTH_WEIGHTS) == 3
    assert all(len(line) == len(COUNTRIES) for line in BIRTH_WEIGHTS)
    assert len(RELIGION_WEIGHTS) == len(COUNTRIES)
    assert all(len(line) == len(RELIGIONS) for line in RELIGION_WEIGHTS)


@given(st.integers(0, 1000), st.integers(0, 20), st.integers(1, 20))
def test_tilting_shares_a_weight_out(weight: int, women: int, men: int) -> None:
    for_women, for_men = tilted(weight, women, men)
    assert for_women * men == pytest.approx(for_men * women, abs=women + men)
    assert for_women + for_men == pytest.approx(2000 * weight, abs=2)
