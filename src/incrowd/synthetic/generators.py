"""Tables about people who do not exist, by name: `generate("census", rows=1000, seed=7)`.

>>> make_census(rows=2, seed=7).column_names[:4]
['person_id', 'age', 'sex', 'postcode']
>>> make_hospital(rows=2, seed=7).column_names[:3]
['patient_id', 'name', 'birth_date']
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.synthetic import society
from incrowd.synthetic.draws import Draws, Numbers, blanked, dates, identifiers, money, text, whole
from incrowd.synthetic.people import SEXES, draw_people
from incrowd.synthetic.places import COUNTRIES, POSTCODES, RELIGION_WEIGHTS, RELIGIONS
from incrowd.synthetic.visits import DIAGNOSES, INSURANCE, WARDS, draw_visits

UNANSWERED: Final = {
    "birth_country": 5,
    "marital_status": 8,
    "education": 12,
    "occupation": 15,
    "religion": 60,
    "income": 30,
}
"""How many of a thousand people leave a question out."""


def make_census(rows: int, seed: int) -> pa.Table:
    """Draw people and their answers."""
    draws = Draws("census", seed, rows)
    people = draw_people(draws)
    education = society.draw_education(draws, people.age)
    occupation = society.draw_occupation(draws, people, education)
    status = society.draw_marital_status(draws, people)
    religion = draws.choose_by("religion", people.country, RELIGION_WEIGHTS)
    income = society.draw_income(draws, people, education, occupation)

    def answers(column: str, codes: Numbers, labels: tuple[str, ...]) -> pa.Array:
        return text(blanked(codes, _unanswered(draws, column)), labels)

    return pa.table(
        {
            "person_id": identifiers("P", people.number),
            "age": whole(people.age),
            "sex": text(people.sex, SEXES),
            "postcode": text(people.postcode, POSTCODES),
            "birth_country": answers("birth_country", people.country, COUNTRIES),
            "marital_status": answers("marital_status", status, society.MARITAL_STATUS),
            "education": answers("education", education, society.EDUCATION),
            "occupation": answers("occupation", occupation, society.OCCUPATIONS),
            "household_size": whole(society.draw_household_size(draws, people.age, status)),
            "religion": answers("religion", religion, RELIGIONS),
            "income": whole(income, _unanswered(draws, "income")),
        }
    )


def _unanswered(draws: Draws, column: str) -> NDArray[np.bool_]:
    return draws.chance(f"{column} unanswered", UNANSWERED[column])


BLOOD_TYPES: Final = ("O+", "A+", "B+", "AB+", "O-", "A-", "B-", "AB-")
BLOOD_WEIGHTS: Final = (350, 370, 90, 40, 60, 60, 20, 10)

PATIENTS: Final = (
    40, 18, 20, 30, 46, 62, 70, 62, 50, 46, 60, 84, 96, 98, 96, 104, 100, 62, 24, 5,
)  # fmt: skip
"""Weights of the five-year age groups among patients, who are older than the population."""

UNRECORDED: Final = {"postcode": 10, "blood_type": 80, "insurance": 6, "cost": 15}
"""How many of a thousand stays lack an entry: no fixed address, not tested, not yet billed."""


def make_hospital(rows: int, seed: int) -> pa.Table:
    """Draw people and one stay for each of them."""
    draws = Draws("hospital", seed, rows)
    people = draw_people(draws, PATIENTS)
    visits = draw_visits(draws, people)
    blood = draws.choose("blood type", BLOOD_WEIGHTS)

    def lost(column: str) -> NDArray[np.bool_]:
        return draws.chance(f"{column} unrecorded", UNRECORDED[column])

    return pa.table(
        {
            "patient_id": identifiers("H", people.number),
            "name": people.names,
            "birth_date": dates(people.birth_day),
            "sex": text(people.sex, SEXES),
            "postcode": text(blanked(people.postcode, lost("postcode")), POSTCODES),
            "admission_date": dates(visits.admission_day),
            "ward": text(visits.ward, WARDS),
            "icd10": text(visits.diagnosis, [diagnose.code for diagnose in DIAGNOSES]),
            "diagnosis": text(visits.diagnosis, [diagnose.words for diagnose in DIAGNOSES]),
            "length_of_stay": whole(visits.days),
            "blood_type": text(blanked(blood, lost("blood_type")), BLOOD_TYPES),
            "insurance": text(blanked(visits.insurance, lost("insurance")), INSURANCE),
            "cost": money(visits.cents, lost("cost")),
        }
    )


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
        explanation="People asked about their age, home, family, work, faith and income.",
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
            say("The seed {seed} is negative.", seed=seed),
            say("Give 0 or any larger whole number."),
        )
    for generator in GENERATORS:
        if generator.name == name:
            return generator.make(rows, seed)
    raise UnknownName.among("generator", name, [generator.name for generator in GENERATORS])
