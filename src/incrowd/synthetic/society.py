"""What people do by age, sex and education, and what it earns them."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.people import FEMALE, MALE, People, tilted
from incrowd.synthetic.places import pay_of

EDUCATION: Final = (
    "no schooling", "primary", "lower secondary", "upper secondary", "vocational", "bachelor",
    "master", "doctorate",
)  # fmt: skip

YOUNGEST: Final = (0, 6, 12, 16, 18, 21, 24, 28)
"""The age from which each level can be held."""

_WEIGHTS: Final = (
    # from age, weights of the levels above
    (0, (1, 0, 0, 0, 0, 0, 0, 0)),
    (6, (60, 940, 0, 0, 0, 0, 0, 0)),
    (12, (4, 246, 750, 0, 0, 0, 0, 0)),
    (16, (4, 30, 716, 250, 0, 0, 0, 0)),
    (18, (4, 20, 236, 600, 140, 0, 0, 0)),
    (21, (4, 20, 136, 460, 290, 90, 0, 0)),
    (24, (4, 20, 116, 270, 350, 190, 50, 0)),
    (28, (4, 26, 110, 160, 400, 150, 130, 20)),
    (45, (6, 34, 130, 130, 480, 80, 120, 20)),
    (65, (14, 86, 280, 90, 420, 30, 68, 12)),
)


def draw_education(draws: Draws, age: Numbers) -> Numbers:
    """Draw the highest level of education of people of some age."""
    band = np.searchsorted([start for start, _ in _WEIGHTS], age, side="right") - 1
    return draws.choose_by("education", band, [weights for _, weights in _WEIGHTS])


MARITAL_STATUS: Final = ("single", "married", "separated", "divorced", "widowed")
_MARRIED: Final = MARITAL_STATUS.index("married")

ADULT: Final = 18

_STATUS: Final = (
    # from age, women and men: single, married, separated, divorced, widowed
    (0, (1, 0, 0, 0, 0), (1, 0, 0, 0, 0)),
    (ADULT, (955, 42, 2, 1, 0), (980, 18, 1, 1, 0)),
    (25, (640, 320, 18, 20, 2), (750, 225, 12, 12, 1)),
    (35, (330, 550, 32, 80, 8), (410, 500, 30, 57, 3)),
    (50, (160, 610, 30, 160, 40), (210, 610, 30, 138, 12)),
    (65, (80, 560, 14, 136, 210), (80, 730, 16, 114, 60)),
    (80, (60, 270, 5, 65, 600), (40, 680, 5, 45, 230)),
)

_CHILD: Final = 0
_SIZES: Final = (
    # people in the household: 1, 2, 3, 4, 5, 6
    (0, 90, 250, 420, 170, 70),  # with a child
    (480, 250, 140, 90, 30, 10),  # adults who live without husband or wife
    (0, 480, 200, 220, 75, 25),  # married
    (0, 890, 70, 28, 8, 4),  # married and past raising children
)


def draw_marital_status(draws: Draws, people: People) -> Numbers:
    """Draw whether people are single, married …; children are single."""
    starts = [start for start, _, _ in _STATUS]
    band = np.searchsorted(starts, people.age, side="right") - 1
    weights = [by_sex for _, *both in _STATUS for by_sex in both]
    return draws.choose_by("marital status", band * 2 + people.sex, weights)


def draw_household_size(draws: Draws, age: Numbers, status: Numbers) -> Numbers:
    """Draw how many people live together; nobody under age lives alone."""
    married = np.where(age >= 62, 3, 2)
    kind = np.where(status == _MARRIED, married, 1)
    return 1 + draws.choose_by("household size", np.where(age < ADULT, _CHILD, kind), _SIZES)


WORKING_AGE: Final = 16


@dataclass(frozen=True)
class Job:
    """An occupation: its yearly pay and how common it is at each level of education."""

    title: str
    pay: int
    common: tuple[int, ...]
    women: int = 1
    men: int = 1
    """Women in the job for each so many men."""


JOBS: Final = (
    Job("cleaner", 22_000, (40, 30, 14, 3, 1, 0, 0, 0), women=3),
    Job("warehouse worker", 27_000, (40, 30, 18, 8, 3, 0, 0, 0), men=3),
    Job("cook", 26_000, (10, 12, 9, 4, 5, 0, 0, 0)),
    Job("driver", 29_000, (0, 12, 16, 5, 6, 0, 0, 0), men=6),
    Job("builder", 33_000, (0, 10, 14, 2, 10, 0, 0, 0), men=12),
    Job("mechanic", 35_000, (0, 0, 3, 3, 13, 0, 0, 0), men=9),
    Job("electrician", 38_000, (0, 0, 0, 3, 11, 1, 0, 0), men=9),
    Job("shop assistant", 25_000, (0, 8, 20, 18, 11, 2, 0, 0), women=3),
    Job("office clerk", 34_000, (0, 0, 8, 28, 22, 10, 3, 0), women=2),
    Job("nurse", 38_000, (0, 0, 0, 0, 20, 6, 1, 0), women=4),
    Job("childcare worker", 33_000, (0, 0, 0, 4, 14, 6, 1, 0), women=8),
    Job("software developer", 60_000, (0, 0, 0, 4, 4, 22, 14, 10), men=3),
    Job("engineer", 64_000, (0, 0, 0, 0, 0, 24, 20, 16), men=3),
    Job("manager", 74_000, (0, 0, 0, 2, 3, 14, 16, 14)),
    Job("teacher", 52_000, (0, 0, 0, 0, 0, 10, 28, 10), women=3),
    Job("lawyer", 80_000, (0, 0, 0, 0, 0, 0, 9, 10)),
    Job("physician", 92_000, (0, 0, 0, 0, 0, 0, 12, 44)),
    Job("scientist", 60_000, (0, 0, 0, 0, 0, 0, 8, 40)),
)

_OTHERWISE: Final = {"child": 0, "student": 7_000, "unemployed": 11_500, "homemaker": 4_000}
_PENSION: Final = 21_000

OCCUPATIONS: Final = (*(job.title for job in JOBS), *_OTHERWISE, "retired")
_FIRST_OTHER: Final = len(JOBS)

_ACTIVITY: Final = (
    # from age, women and men: child, student, unemployed, homemaker, retired, employed
    (0, (1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)),
    (WORKING_AGE, (0, 900, 20, 10, 0, 70), (0, 890, 25, 0, 0, 85)),
    (19, (0, 480, 40, 40, 0, 440), (0, 440, 55, 5, 0, 500)),
    (25, (0, 90, 40, 110, 0, 760), (0, 80, 50, 8, 0, 862)),
    (35, (0, 8, 40, 112, 10, 830), (0, 6, 44, 10, 10, 930)),
    (56, (0, 0, 44, 96, 80, 780), (0, 0, 50, 10, 80, 860)),
    (64, (0, 0, 4, 66, 700, 230), (0, 0, 6, 4, 690, 300)),
    (68, (0, 0, 0, 30, 950, 20), (0, 0, 0, 0, 955, 45)),
)

_SCHOOLING_PAY: Final = np.array([800, 840, 900, 960, 1000, 1080, 1200, 1340])
_AGE_PAY: Final = np.array([0, 400, 620, 800, 920, 1020, 1090, 1130, 1150, 1140, 1120, 1060])
"""Pay by age in thousandths: below 15, from 15, from 20 … from 65."""


def draw_occupation(draws: Draws, people: People, education: Numbers) -> Numbers:
    """Draw what people do: a job that their education allows, or one of the other activities."""
    starts = [start for start, _, _ in _ACTIVITY]
    band = np.searchsorted(starts, people.age, side="right") - 1
    weights = [by_sex for _, *both in _ACTIVITY for by_sex in both]
    activity = draws.choose_by("activity", band * 2 + people.sex, weights)
    job = draws.choose_by("job", education * 2 + people.sex, _job_weights())
    employed = activity == len(OCCUPATIONS) - _FIRST_OTHER
    return np.where(employed, job, _FIRST_OTHER + activity)


def _job_weights() -> list[list[int]]:
    return [
        [tilted(job.common[level], job.women, job.men)[sex] for job in JOBS]
        for level in range(len(EDUCATION))
        for sex in (FEMALE, MALE)
    ]


def draw_income(draws: Draws, people: People, education: Numbers, occupation: Numbers) -> Numbers:
    """Draw a year's income, in whole hundreds: pay by occupation, education, age and area."""
    pay = np.array([*(job.pay for job in JOBS), *_OTHERWISE.values(), _PENSION])[occupation]
    schooled = pay * _SCHOOLING_PAY[education] // 1000
    aged = np.where(occupation < _FIRST_OTHER, schooled * _age_pay(people.age) // 1000, schooled)
    local = aged * pay_of(people.postcode) // 1000
    return local * draws.stretch("income") // 100_000 * 100


def _age_pay(age: Numbers) -> Numbers:
    step: Numbers = np.clip((age - 10) // 5, 0, len(_AGE_PAY) - 1)
    return _AGE_PAY[step]
