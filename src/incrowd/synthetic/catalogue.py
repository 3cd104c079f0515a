"""The generators by name: `generate("census", rows=1000, seed=7)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.synthetic.census import make_census
from incrowd.synthetic.hospital import make_hospital

MOST_ROWS: Final = 50_000_000
"""More would not fit into the memory of most machines."""


@dataclass(frozen=True)
class Generator:
    """Something that makes a table out of nothing but a seed."""

    name: str
    title: str
    explanation: str
    make: Callable[[int, int], pa.Table]


BUILT_IN: Final = (
    Generator(
        name="census",
        title="Census",
        explanation="A population asked about age, home, family, work, faith and income.",
        make=make_census,
    ),
    Generator(
        name="hospital",
        title="Hospital stays",
        explanation="A year of hospital stays with names, dates, diagnoses and costs.",
        make=make_hospital,
    ),
)

GENERATORS: Final[tuple[Generator, ...]] = BUILT_IN


def generate(name: str, rows: int, seed: int) -> pa.Table:
    """Make a table of people who do not exist; the same seed gives the same table everywhere.

    >>> generate("census", rows=2, seed=7).equals(generate("census", rows=9, seed=7).slice(0, 2))
    True
    """
    if not 1 <= rows <= MOST_ROWS:
        raise InvalidParameter(
            say("Cannot generate {rows:,} rows.", rows=rows),
            say("Ask for 1 to {most:,} rows.", most=MOST_ROWS),
        )
    if seed < 0:
        raise InvalidParameter(
            say("The seed {seed} is negative.", seed=seed), say("Give 0 or any whole number above.")
        )
    for generator in GENERATORS:
        if generator.name == name:
            return generator.make(rows, seed)
    raise UnknownName.among("generator", name, [generator.name for generator in GENERATORS])
