"""A census: one row per person, with what a questionnaire asks and what some leave out.

>>> make_census(rows=2, seed=7).column_names[:4]
['person_id', 'age', 'sex', 'postcode']
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.synthetic.draws import Draws, Numbers, blanked, identifiers, text, whole
from incrowd.synthetic.people import SEXES, draw_people
from incrowd.synthetic.places import COUNTRIES, POSTCODES, RELIGION_WEIGHTS, RELIGIONS
from incrowd.synthetic.society import (
    EDUCATION,
    MARITAL_STATUS,
    OCCUPATIONS,
    draw_education,
    draw_household_size,
    draw_income,
    draw_marital_status,
    draw_occupation,
)

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
    education = draw_education(draws, people.age)
    occupation = draw_occupation(draws, people, education)
    status = draw_marital_status(draws, people)
    religion = draws.choose_by("religion", people.country, RELIGION_WEIGHTS)
    income = draw_income(draws, people, education, occupation)

    def answers(column: str, codes: Numbers, labels: tuple[str, ...]) -> pa.Array:
        return text(blanked(codes, _unanswered(draws, column)), labels)

    return pa.table(
        {
            "person_id": identifiers("P", people.number),
            "age": whole(people.age),
            "sex": text(people.sex, SEXES),
            "postcode": text(people.postcode, POSTCODES),
            "birth_country": answers("birth_country", people.country, COUNTRIES),
            "marital_status": answers("marital_status", status, MARITAL_STATUS),
            "education": answers("education", education, EDUCATION),
            "occupation": answers("occupation", occupation, OCCUPATIONS),
            "household_size": whole(draw_household_size(draws, people.age, status)),
            "religion": answers("religion", religion, RELIGIONS),
            "income": whole(income, _unanswered(draws, "income")),
        }
    )


def _unanswered(draws: Draws, column: str) -> NDArray[np.bool_]:
    return draws.chance(f"{column} unanswered", UNANSWERED[column])
