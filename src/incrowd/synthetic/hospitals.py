"""Two or three hospitals that share some of their patients, and the truth about who is who.

>>> made = make_hospitals(rows=100, seed=7, hospitals=2, shared=0.3)
>>> [table.num_rows for table in made.tables], made.truth.num_rows
([100, 100], 170)

Every hospital knows age, sex and postcode and asks something of its own. Whoever is a patient of
two hospitals has the same diagnosis in both more often than not.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.synthetic.draws import Draws, Numbers, identifiers, text, whole
from incrowd.synthetic.generators import BLOOD_TYPES, BLOOD_WEIGHTS, PATIENTS
from incrowd.synthetic.people import SEXES, People, draw_people
from incrowd.synthetic.places import COUNTRIES, POSTCODES
from incrowd.synthetic.society import EDUCATION, MARITAL_STATUS, draw_education, draw_marital_status
from incrowd.synthetic.visits import DIAGNOSES, INSURANCE, draw_diagnoses, draw_insurance

HOSPITALS: Final = (2, 3)
SAME_DIAGNOSIS: Final = 700
"""Of a thousand patients of two hospitals so many have the same diagnosis in both."""
SENSITIVE: Final = "diagnosis"
IDENTIFIERS: Final = ("patient_id", "name")
OWN: Final = (("marital_status",), ("birth_country", "blood_type"), ("insurance", "education"))
"""What each hospital asks besides age, sex and postcode."""
_STRIDES: Final = (7, 11, 13)
"""Without a common factor with the number of identities, so that no hospital's numbers repeat."""
_IDENTITIES: Final = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Hospitals:
    """Raw tables with names and numbers, and which person is which patient."""

    tables: tuple[pa.Table, ...]
    truth: pa.Table
    """One row per person: their attributes, and their number in each hospital, if they have one."""


def make_hospitals(rows: int, seed: int, hospitals: int = 2, shared: float = 0.3) -> Hospitals:
    """Draw patients of several hospitals, each with so many; a share of them has been elsewhere."""
    _check(rows, hospitals, shared)
    members = _members(rows, hospitals, shared)
    draws = Draws("hospitals", seed, int(max(each.max() for each in members)) + 1)
    people = draw_people(draws, PATIENTS)
    answers = _answers(draws, people)
    diagnoses = _diagnoses(draws, people, hospitals)
    tables, numbers = [], []
    for place, persons in enumerate(members):
        order = persons[np.argsort(draws.between(f"order {place}", 0, 1 << 30)[persons])]
        number = identifiers("ABC"[place], _numbers(people, place))
        tables.append(_table(place, order, number, answers, diagnoses[place]))
        numbers.append(_where(number, persons, draws.rows))
    truth = {"person_id": identifiers("P", people.number), **answers}
    for place, number in enumerate(numbers, 1):
        truth[f"hospital_{place}"] = number
        truth[f"diagnosis_{place}"] = _where(diagnoses[place - 1], members[place - 1], draws.rows)
    return Hospitals(tuple(tables), pa.table(truth))


def quasi_identifiers(place: int) -> tuple[str, ...]:
    """What somebody may know of the patients of a hospital."""
    return ("age", "sex", "postcode", *OWN[place])


def _check(rows: int, hospitals: int, shared: float) -> None:
    if hospitals not in HOSPITALS:
        raise InvalidParameter(
            say("{hospitals} hospitals cannot be generated.", hospitals=hospitals),
            say("Ask for 2 or 3 hospitals."),
        )
    if not 0 <= shared <= 1:
        raise InvalidParameter(
            say("A share of {shared:g} of the patients is not possible.", shared=shared),
            say("Give the share of patients who have also been elsewhere, from 0 to 1."),
        )
    if rows < 1:
        raise InvalidParameter(
            say("Cannot generate {rows:,} rows.", rows=rows), say("Ask for 1 row or more.")
        )


def _members(rows: int, hospitals: int, shared: float) -> list[Numbers]:
    """The persons of each hospital: first those of all hospitals, then of two, then its own."""
    common = round(shared * rows)
    pairs = 0 if hospitals == 2 else common // 4
    everywhere = common - 2 * pairs
    members = [[np.arange(everywhere)] for _ in range(hospitals)]
    following = everywhere
    if pairs:
        for first, other in ((0, 1), (1, 2), (0, 2)):
            block = np.arange(following, following + pairs)
            members[first].append(block)
            members[other].append(block)
            following += pairs
    for each in members:
        own = rows - sum(len(block) for block in each)
        each.append(np.arange(following, following + own))
        following += own
    return [np.concatenate(each).astype(np.int64) for each in members]


def _answers(draws: Draws, people: People) -> dict[str, pa.Array]:
    """What is true of every person, whichever hospital asks."""
    return {
        "name": people.names,
        "age": whole(people.age),
        "sex": text(people.sex, SEXES),
        "postcode": text(people.postcode, POSTCODES),
        "marital_status": text(draw_marital_status(draws, people), MARITAL_STATUS),
        "birth_country": text(people.country, COUNTRIES),
        "blood_type": text(draws.choose("blood type", BLOOD_WEIGHTS), BLOOD_TYPES),
        "insurance": text(draw_insurance(draws, people.age), INSURANCE),
        "education": text(draw_education(draws, people.age), EDUCATION),
    }


def _diagnoses(draws: Draws, people: People, hospitals: int) -> list[pa.Array]:
    """The diagnosis of every person in each hospital."""
    words = [diagnose.words for diagnose in DIAGNOSES]
    usual = draw_diagnoses(draws, people.age, people.sex)
    result = []
    for place in range(hospitals):
        other = draw_diagnoses(draws, people.age, people.sex, f"diagnosis {place}")
        same = draws.chance(f"same diagnosis {place}", SAME_DIAGNOSIS if place else 1000)
        result.append(text(np.where(same, usual, other), words))
    return result


def _numbers(people: People, place: int) -> Numbers:
    """The numbers that a hospital gives to people: unrelated to those of another one."""
    numbers: Numbers = (people.number * _STRIDES[place] + 271_828_183 * place) % _IDENTITIES
    return numbers


def _table(
    place: int, order: Numbers, number: pa.Array, answers: dict[str, pa.Array], diagnosis: pa.Array
) -> pa.Table:
    rows = pa.array(order)
    asked = {name: answers[name].take(rows) for name in ("name", *quasi_identifiers(place))}
    return pa.table({"patient_id": number.take(rows), **asked, SENSITIVE: diagnosis.take(rows)})


def _where(values: pa.Array, persons: Numbers, people: int) -> pa.Array:
    """Values of some persons, missing for all others."""
    there = np.zeros(people, np.bool_)
    there[persons] = True
    return pa.array(
        [value if here else None for value, here in zip(values.to_pylist(), there, strict=True)],
        pa.string(),
    )
