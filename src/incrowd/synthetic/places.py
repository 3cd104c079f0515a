"""Where people live and come from: postcode areas, countries of birth, and the religions there."""

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


RELIGIONS: Final = (
    "no religion", "protestant", "catholic", "orthodox", "muslim", "jewish", "hindu", "buddhist",
)  # fmt: skip

_FAITHS: Final = {
    "here": (520, 260, 190, 4, 20, 4, 1, 1),
    "catholic": (240, 20, 710, 6, 12, 8, 2, 2),
    "orthodox": (240, 20, 60, 620, 40, 20, 0, 0),
    "muslim": (140, 4, 10, 26, 810, 6, 2, 2),
    "india": (80, 10, 30, 5, 110, 0, 745, 20),
    "east": (640, 30, 60, 0, 10, 0, 10, 250),
    "mixed": (300, 270, 180, 20, 220, 6, 2, 2),
}

_COUNTRIES: Final = (
    # name, weight in (cities, towns, villages), faith
    ("Germany", (7600, 8700, 9350), "here"),
    ("Turkey", (340, 190, 60), "muslim"),
    ("Poland", (330, 260, 190), "catholic"),
    ("Syria", (300, 180, 60), "muslim"),
    ("Ukraine", (290, 190, 110), "orthodox"),
    ("Romania", (200, 120, 70), "orthodox"),
    ("Russia", (180, 120, 60), "orthodox"),
    ("Italy", (130, 50, 20), "catholic"),
    ("Vietnam", (110, 50, 10), "east"),
    ("Afghanistan", (100, 50, 10), "muslim"),
    ("India", (90, 20, 5), "india"),
    ("Greece", (70, 20, 10), "orthodox"),
    ("Croatia", (60, 30, 20), "catholic"),
    ("Austria", (60, 30, 20), "catholic"),
    ("China", (50, 10, 2), "east"),
    ("Spain", (40, 10, 5), "catholic"),
    ("Brazil", (30, 8, 3), "catholic"),
    ("Nigeria", (25, 6, 1), "mixed"),
    ("Morocco", (20, 5, 1), "muslim"),
    ("France", (20, 5, 5), "catholic"),
)

COUNTRIES: Final = tuple(name for name, _, _ in _COUNTRIES)

BIRTH_WEIGHTS: Final = tuple(zip(*(weights for _, weights, _ in _COUNTRIES), strict=True))
"""By setting (city, town, village): the weight of each country."""

RELIGION_WEIGHTS: Final = tuple(_FAITHS[faith] for _, _, faith in _COUNTRIES)
"""By country: the weight of each religion."""
