"""A hospital's year: one row per stay, with who the patient was, what was found and what it cost.

>>> make_hospital(rows=2, seed=7).column_names[:3]
['patient_id', 'name', 'birth_date']
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.synthetic.draws import Draws, blanked, dates, identifiers, money, text, whole
from incrowd.synthetic.people import SEXES, draw_people
from incrowd.synthetic.places import POSTCODES
from incrowd.synthetic.visits import DIAGNOSES, INSURANCE, WARDS, draw_visits

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
