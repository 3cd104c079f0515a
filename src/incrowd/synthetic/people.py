"""Persons before anything happens to them: who they are, when and where born, where they live.

Every table starts from people; a census asks them questions, a hospital admits them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.places import BIRTH_WEIGHTS, POPULATION, setting_of

GIVEN_NAMES: Final = (
    (
        "Anna", "Maria", "Emma", "Sofia", "Laura", "Lena", "Julia", "Sarah", "Lisa",
        "Katharina", "Marie", "Hannah", "Clara", "Eva", "Elena", "Nina", "Paula", "Charlotte",
        "Johanna", "Amélie", "Petra", "Monika", "Sabine", "Claudia", "Andrea", "Ursula",
        "Helga", "Ingrid", "Renate", "Karin", "Fatma", "Ayşe", "Zeynep", "Elif", "Leila",
        "Amina", "Mariam", "Noor", "Olena", "Irina", "Natalia", "Ewa", "Agnieszka", "Giulia",
        "Francesca", "Carmen", "Lucía", "Inês", "Linh", "Priya",
    ),
    (
        "Peter", "Michael", "Thomas", "Andreas", "Stefan", "Christian", "Martin", "Markus",
        "Daniel", "Alexander", "Lukas", "Jonas", "Leon", "Paul", "Felix", "Maximilian", "Elias",
        "Noah", "Ben", "Jan", "Hans", "Klaus", "Werner", "Günter", "Jürgen", "Dieter",
        "Wolfgang", "Helmut", "Manfred", "Uwe", "Mehmet", "Mustafa", "Ali", "Emre", "Ahmad",
        "Omar", "Yusuf", "Karim", "Andrij", "Dmitri", "Sergej", "Piotr", "Tomasz", "Marco",
        "Giovanni", "José", "Antonio", "João", "Minh", "Rahul",
    ),
)  # fmt: skip
"""By sex: women's, then men's."""

FAMILY_NAMES: Final = (
    "Müller", "Schmidt", "Schneider", "Fischer", "Weber", "Meyer", "Wagner", "Becker", "Schulz",
    "Hoffmann", "Koch", "Bauer", "Richter", "Klein", "Wolf", "Schröder", "Neumann", "Schwarz",
    "Zimmermann", "Braun", "Krüger", "Hofmann", "Hartmann", "Lange", "Werner", "Krause",
    "Lehmann", "Köhler", "Herrmann", "König", "Walter", "Mayer", "Huber", "Kaiser", "Fuchs",
    "Peters", "Lang", "Scholz", "Möller", "Weiß", "Jung", "Hahn", "Vogel", "Keller", "Frank",
    "Berger", "Winkler", "Roth", "Beck", "Lorenz", "Yılmaz", "Kaya", "Demir", "Öztürk",
    "Haddad", "Khalil", "Hassan", "Nowak", "Kowalski", "Wójcik", "Popescu", "Ionescu", "Kovač",
    "Horvat", "Ivanov", "Petrov", "Shevchenko", "Bondarenko", "Rossi", "Russo", "Ferrari",
    "García", "Martínez", "Silva", "Santos", "Papadopoulos", "Nguyen", "Tran", "Patel", "Singh",
    "Wang", "Li",
)  # fmt: skip


LAST_YEAR: Final = 2023
"""Ages hold on the last day of this year, so that a year of birth settles the age."""

SEXES: Final = ("female", "male")
FEMALE, MALE = 0, 1

INHABITANTS: Final = (
    93, 92, 94, 90, 108, 118, 130, 132, 124, 110,
    124, 146, 128, 104, 84, 76, 64, 30, 9, 2,
)  # fmt: skip
"""Weights of the five-year age groups 0–4, 5–9 … 95–99 in the whole population."""

_WOMEN: Final = (
    487, 487, 487, 487, 485, 487, 490, 493, 496, 498,
    500, 502, 508, 520, 535, 555, 590, 650, 710, 760,
)  # fmt: skip
"""Women per thousand persons in the same age groups."""

_IDENTITIES: Final = 1_000_000_000
_STRIDE: Final = 618_033_989


@dataclass(frozen=True)
class People:
    """One entry per person; categories are positions in the lists of their modules."""

    number: Numbers
    sex: Numbers
    age: Numbers
    birth_day: Numbers
    """Days since 1970-01-01."""
    postcode: Numbers
    country: Numbers
    given: Numbers
    family: Numbers

    @property
    def names(self) -> pa.Array:
        """Given and family name of each person."""
        given = np.array(GIVEN_NAMES, dtype=object)
        pairs = [f"{first} {last}" for first in given.ravel() for last in FAMILY_NAMES]
        first = self.sex * len(GIVEN_NAMES[FEMALE]) + self.given
        codes = first * len(FAMILY_NAMES) + self.family
        return pa.array(pairs).take(pa.array(codes))


def draw_people(draws: Draws, age_groups: tuple[int, ...] = INHABITANTS) -> People:
    """Draw persons whose ages follow the weights of five-year groups."""
    age = 5 * draws.choose("age group", age_groups) + draws.between("age in group", 0, 4)
    sex = np.where(draws.chance("sex", np.array(_WOMEN)[age // 5]), FEMALE, MALE)
    postcode = draws.choose("postcode", POPULATION)
    return People(
        number=_numbers(draws),
        sex=sex,
        age=age,
        birth_day=_birth_days(draws, age),
        postcode=postcode,
        country=draws.choose_by("country", setting_of(postcode), BIRTH_WEIGHTS),
        given=draws.choose("given name", _falling(len(GIVEN_NAMES[FEMALE]))),
        family=draws.choose("family name", _falling(len(FAMILY_NAMES))),
    )


def _numbers(draws: Draws) -> Numbers:
    """Numbers that never repeat and do not tell the order of the rows."""
    start = draws.between("first number", 0, _IDENTITIES - 1)[0]
    # The stride shares no factor with the modulus, so that multiplying is a permutation.
    numbers: Numbers = (start + np.arange(draws.rows)) * _STRIDE % _IDENTITIES
    return numbers


def tilted(weight: int, women: int, men: int) -> tuple[int, int]:
    """Share a weight between the sexes, for things that women and men do or have this often.

    >>> tilted(10, women=1, men=3)
    (5000, 15000)
    """
    return 2000 * weight * women // (women + men), 2000 * weight * men // (women + men)


def _birth_days(draws: Draws, age: Numbers) -> Numbers:
    year = LAST_YEAR - age
    start, end = first_day(year), first_day(year + 1)
    return start + draws.below("birth day", end - start)


def first_day(year: Numbers) -> Numbers:
    """Days from 1970-01-01 to the first of January of each year."""
    return (year - 1970).astype("datetime64[Y]").astype("datetime64[D]").astype(np.int64)


def _falling(length: int) -> list[int]:
    """Weights of names from the most common to the rarest."""
    return [1000 // (position + 8) for position in range(length)]
