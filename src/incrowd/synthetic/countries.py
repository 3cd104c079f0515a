"""Countries of birth, more mixed in cities than in villages, and the religions common in each."""

from __future__ import annotations

from typing import Final

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
