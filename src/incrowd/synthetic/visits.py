"""Stays in hospital: when people come, what they have, how long they stay and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.synthetic.diagnoses import AGE_BANDS, DIAGNOSES
from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.people import FEMALE, LAST_YEAR, MALE, People, first_day, tilted

ADMISSION_YEAR: Final = LAST_YEAR + 1

WARDS: Final = (*dict.fromkeys(diagnosis.ward for diagnosis in DIAGNOSES), "paediatrics")
_PAEDIATRICS: Final = len(WARDS) - 1
_CHILDREN_BELOW: Final = 16

INSURANCE: Final = ("statutory", "private", "self-pay")
_PRIVATE: Final = INSURANCE.index("private")
_INSURANCE_WEIGHTS: Final = ((895, 95, 10), (880, 100, 20), (850, 145, 5))
"""For children, adults, and people of 65 and more."""

_WEEKDAYS: Final = (180, 175, 165, 160, 145, 80, 95)
"""Admissions from Monday to Sunday."""
_DAILY_CENTS: Final = 41_000


@dataclass(frozen=True)
class Visits:
    """One entry per stay; a stay belongs to the person at the same position."""

    admission_day: Numbers
    age: Numbers
    diagnosis: Numbers
    ward: Numbers
    days: Numbers
    insurance: Numbers
    cents: Numbers


def draw_visits(draws: Draws, people: People) -> Visits:
    """Draw one stay for each person."""
    admission = _admission_days(draws)
    age = age_on(admission, people.birth_day)
    diagnosis = draw_diagnoses(draws, age, people.sex)
    days = _lengths(draws, age, diagnosis)
    insurance = draw_insurance(draws, age)
    return Visits(
        admission_day=admission,
        age=age,
        diagnosis=diagnosis,
        ward=_wards(age, diagnosis),
        days=days,
        insurance=insurance,
        cents=_costs(draws, diagnosis, days, insurance),
    )


def draw_insurance(draws: Draws, age: Numbers) -> Numbers:
    """Draw who pays, by age."""
    return draws.choose_by("insurance", np.digitize(age, (18, 65)), _INSURANCE_WEIGHTS)


def age_on(day: Numbers, birth_day: Numbers) -> Numbers:
    """Full years from birth to a day, both in days since 1970-01-01.

    >>> leap_day = np.array([np.datetime64("2000-02-29").astype(np.int64)])
    >>> age_on(np.array([np.datetime64("2024-02-28").astype(np.int64)]), leap_day).tolist()
    [23]
    """
    year, born = _year(day), _year(birth_day)
    birthday_to_come = _month_and_day(day) < _month_and_day(birth_day)
    years: Numbers = year - born - birthday_to_come
    return years


def _year(day: Numbers) -> Numbers:
    return day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64)


def _month_and_day(day: Numbers) -> Numbers:
    date = day.astype("datetime64[D]")
    month = date.astype("datetime64[M]")
    in_month = (date - month.astype("datetime64[D]")).astype(np.int64)
    position: Numbers = month.astype(np.int64) % 12 * 32 + in_month
    return position


def _admission_days(draws: Draws) -> Numbers:
    start, end = first_day(np.array([ADMISSION_YEAR, ADMISSION_YEAR + 1]))
    # 1970-01-01 was a Thursday, the fourth day of its week.
    weights = [_WEEKDAYS[(day + 3) % 7] for day in range(start, end)]
    return int(start) + draws.choose("admission day", weights)


def draw_diagnoses(draws: Draws, age: Numbers, sex: Numbers, stream: str = "diagnosis") -> Numbers:
    """Draw what people have, by age and sex."""
    band = np.searchsorted(AGE_BANDS, age, side="right") - 1
    return draws.choose_by(stream, band * 2 + sex, _diagnosis_weights())


def _diagnosis_weights() -> list[list[int]]:
    return [
        [tilted(one.ages[band], one.women, one.men)[sex] for one in DIAGNOSES]
        for band in range(len(AGE_BANDS))
        for sex in (FEMALE, MALE)
    ]


def _wards(age: Numbers, diagnosis: Numbers) -> Numbers:
    usual = np.array([WARDS.index(one.ward) for one in DIAGNOSES])[diagnosis]
    return np.where(age < _CHILDREN_BELOW, _PAEDIATRICS, usual)


def _lengths(draws: Draws, age: Numbers, diagnosis: Numbers) -> Numbers:
    """Draw days in hospital: longer for the old, with a few very long stays."""
    median = np.array([one.days for one in DIAGNOSES])[diagnosis]
    frailty = 1000 + 12 * np.clip(age - 60, 0, 30)
    days: Numbers = (median * draws.stretch("length of stay") * frailty + 500_000) // 1_000_000
    return np.maximum(days, 1)


def _costs(draws: Draws, diagnosis: Numbers, days: Numbers, insurance: Numbers) -> Numbers:
    treatment = np.array([one.cost * 100 for one in DIAGNOSES])[diagnosis]
    care = days * _DAILY_CENTS
    rate = np.where(insurance == _PRIVATE, 1300, 1000)
    cents: Numbers = (treatment + care) * rate // 1000 * draws.between("cost", 850, 1200) // 1000
    return cents
