"""Marital status by age and sex, and how many people live together."""

from __future__ import annotations

from typing import Final

import numpy as np

from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.people import People

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
