"""Postcode areas: where people live, how well work is paid there and how mixed the people are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.synthetic.draws import Numbers

CITY, TOWN, VILLAGE = 0, 1, 2


@dataclass(frozen=True)
class Area:
    """Postcodes that share their first digits, each with the weight of its population."""

    setting: int
    pay: int
    """Pay in thousandths of the country's."""
    postcodes: dict[str, int]


AREAS: Final = (
    Area(CITY, 1080, {"01067": 90, "01099": 60, "01127": 36, "01159": 18}),
    Area(TOWN, 930, {"02625": 20, "02763": 8}),
    Area(VILLAGE, 860, {"03149": 4, "03238": 2}),
    Area(CITY, 1030, {"04109": 54, "04157": 30, "04315": 14}),
    Area(TOWN, 960, {"06108": 18, "06217": 7}),
    Area(CITY, 1150, {"10115": 40, "10245": 24, "10437": 12}),
)

POSTCODES: Final = tuple(code for area in AREAS for code in area.postcodes)
POPULATION: Final = tuple(weight for area in AREAS for weight in area.postcodes.values())


def _per_postcode(values: list[int]) -> Numbers:
    return np.repeat(np.array(values), [len(area.postcodes) for area in AREAS])


def setting_of(postcode: Numbers) -> Numbers:
    """City, town or village, for the positions of postcodes."""
    return _per_postcode([area.setting for area in AREAS])[postcode]


def pay_of(postcode: Numbers) -> Numbers:
    """What work is paid there, in thousandths of the country's pay."""
    return _per_postcode([area.pay for area in AREAS])[postcode]
