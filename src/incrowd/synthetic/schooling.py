"""Education by age: nobody holds a degree before the age at which it can be had."""

from __future__ import annotations

from typing import Final

import numpy as np

from incrowd.synthetic.draws import Draws, Numbers

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
