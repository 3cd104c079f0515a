"""Stays in hospital: when people come, what they have, how long they stay and what it costs."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.synthetic.draws import Draws, Numbers
from incrowd.synthetic.people import FEMALE, LAST_YEAR, MALE, People, first_day, tilted

AGE_BANDS: Final = (0, 5, 16, 30, 45, 65, 80)
"""The age at which each band starts."""


@dataclass(frozen=True)
class Diagnosis:
    """A reason for a stay in hospital."""

    code: str
    words: str
    ward: str
    ages: tuple[int, ...]
    """How common it is in each age band."""
    days: int
    """The median length of stay."""
    cost: int
    """What the treatment costs, whatever the length of stay."""
    women: int = 1
    men: int = 1
    """Cases among women for each so many among men."""


_SURGERY, _HEART, _MEDICINE, _NERVES = "surgery", "cardiology", "internal medicine", "neurology"
_MIND, _BONES, _CANCER, _BIRTH = "psychiatry", "orthopaedics", "oncology", "obstetrics"
_WOMEN, _URINE = "gynaecology", "urology"

DIAGNOSES: Final = (
    Diagnosis("A09", "stomach infection", _MEDICINE, (80, 40, 16, 10, 10, 16, 24), 3, 900),
    Diagnosis("A41.9", "blood poisoning", _MEDICINE, (6, 2, 3, 4, 12, 34, 60), 11, 5200),
    Diagnosis("B20", "HIV disease", _MEDICINE, (0, 0, 4, 8, 6, 1, 0), 8, 4100, men=3),
    Diagnosis("B34.9", "virus infection", _MEDICINE, (60, 40, 10, 6, 5, 6, 8), 3, 800),
    Diagnosis("C18.9", "bowel cancer", _CANCER, (0, 0, 0, 3, 22, 40, 26), 9, 7600),
    Diagnosis("C34.9", "lung cancer", _CANCER, (0, 0, 0, 2, 34, 44, 14), 7, 6900, men=2),
    Diagnosis("C50.9", "breast cancer", _CANCER, (0, 0, 1, 14, 44, 40, 18), 4, 6100, men=0),
    Diagnosis("C61", "prostate cancer", _CANCER, (0, 0, 0, 0, 34, 58, 20), 6, 6400, women=0),
    Diagnosis("C91.0", "acute leukaemia", _CANCER, (7, 6, 1, 1, 1, 1, 1), 16, 14800),
    Diagnosis(
        "D25.9", "benign growth of the womb", _WOMEN, (0, 0, 1, 30, 22, 1, 0), 3, 3300, men=0
    ),
    Diagnosis("E10.9", "type 1 diabetes", _MEDICINE, (4, 16, 6, 4, 3, 2, 1), 6, 1900),
    Diagnosis("E11.9", "type 2 diabetes", _MEDICINE, (0, 0, 1, 6, 26, 36, 26), 8, 2100),
    Diagnosis("E86", "loss of body fluid", _MEDICINE, (10, 3, 2, 2, 4, 18, 50), 4, 1000),
    Diagnosis("F10.2", "alcohol dependence", _MIND, (0, 1, 24, 50, 60, 16, 2), 7, 1400, men=3),
    Diagnosis("F20.0", "schizophrenia", _MIND, (0, 0, 22, 24, 16, 5, 1), 24, 2600),
    Diagnosis("F32.2", "severe depression", _MIND, (0, 5, 36, 36, 38, 18, 8), 27, 2400, women=2),
    Diagnosis("F50.0", "anorexia", _MIND, (0, 12, 12, 1, 0, 0, 0), 40, 4800, women=9),
    Diagnosis("G20", "Parkinson's disease", _NERVES, (0, 0, 0, 0, 5, 26, 20), 11, 2900),
    Diagnosis("G35", "multiple sclerosis", _NERVES, (0, 1, 10, 18, 9, 1, 0), 5, 3800, women=2),
    Diagnosis("G40.9", "epilepsy", _NERVES, (22, 20, 18, 14, 16, 20, 18), 4, 1700),
    Diagnosis("G47.3", "sleep apnoea", _MEDICINE, (2, 2, 2, 12, 34, 14, 2), 2, 900, men=2),
    Diagnosis("H26.9", "cataract", "ophthalmology", (0, 0, 0, 1, 12, 30, 22), 2, 1800),
    Diagnosis("I10", "high blood pressure", _HEART, (0, 0, 2, 8, 28, 42, 40), 4, 1200),
    Diagnosis("I20.0", "unstable angina", _HEART, (0, 0, 0, 4, 38, 52, 30), 4, 3600, men=2),
    Diagnosis("I21.9", "heart attack", _HEART, (0, 0, 0, 5, 48, 60, 46), 7, 8200, men=2),
    Diagnosis("I48.9", "irregular heartbeat", _HEART, (0, 0, 1, 4, 36, 70, 60), 4, 2400),
    Diagnosis("I50.9", "heart failure", _HEART, (1, 0, 1, 2, 26, 90, 170), 10, 3100),
    Diagnosis("I63.9", "stroke", _NERVES, (0, 0, 1, 6, 36, 76, 92), 11, 5400),
    Diagnosis("J03.9", "tonsillitis", "ear, nose and throat", (30, 40, 24, 8, 2, 0, 0), 4, 1300),
    Diagnosis("J18.9", "pneumonia", _MEDICINE, (46, 14, 6, 8, 22, 56, 96), 8, 2700),
    Diagnosis("J20.9", "acute bronchitis", _MEDICINE, (90, 14, 3, 3, 5, 10, 16), 4, 1000),
    Diagnosis("J44.1", "chronic lung disease", _MEDICINE, (0, 0, 0, 2, 36, 64, 36), 8, 2600),
    Diagnosis("J45.9", "asthma", _MEDICINE, (24, 22, 8, 8, 8, 6, 3), 4, 1200),
    Diagnosis("K35.8", "appendicitis", _SURGERY, (4, 60, 44, 22, 12, 6, 2), 4, 2900),
    Diagnosis("K40.9", "groin hernia", _SURGERY, (14, 5, 7, 14, 28, 28, 10), 2, 2300, men=7),
    Diagnosis("K50.9", "Crohn's disease", _MEDICINE, (0, 7, 18, 12, 8, 3, 1), 7, 3400),
    Diagnosis("K70.3", "alcoholic cirrhosis", _MEDICINE, (0, 0, 0, 8, 30, 14, 1), 10, 4400, men=2),
    Diagnosis("K80.2", "gallstones", _SURGERY, (0, 1, 18, 34, 44, 36, 22), 4, 3100, women=2),
    Diagnosis("L40.9", "psoriasis", "dermatology", (0, 3, 8, 8, 10, 5, 1), 8, 2000),
    Diagnosis("M16.1", "worn hip joint", _BONES, (0, 0, 0, 3, 42, 74, 36), 8, 8100),
    Diagnosis("M17.1", "worn knee joint", _BONES, (0, 0, 0, 3, 44, 70, 24), 8, 7800),
    Diagnosis("M51.2", "slipped disc", _BONES, (0, 0, 14, 40, 44, 18, 5), 6, 4300),
    Diagnosis("N18.5", "kidney failure", _MEDICINE, (0, 1, 2, 4, 12, 26, 30), 9, 4600),
    Diagnosis("N20.0", "kidney stone", _URINE, (0, 2, 22, 34, 36, 16, 5), 3, 2500, men=2),
    Diagnosis("N39.0", "urinary infection", _URINE, (20, 8, 10, 7, 10, 28, 60), 6, 1500, women=2),
    Diagnosis("N40", "enlarged prostate", _URINE, (0, 0, 0, 1, 34, 76, 44), 5, 3500, women=0),
    Diagnosis("N80.9", "endometriosis", _WOMEN, (0, 0, 22, 26, 4, 0, 0), 3, 3000, men=0),
    Diagnosis("O03.9", "miscarriage", _BIRTH, (0, 0, 36, 44, 0, 0, 0), 2, 1300, men=0),
    Diagnosis("O14.9", "pre-eclampsia", _BIRTH, (0, 0, 26, 24, 0, 0, 0), 6, 2900, men=0),
    Diagnosis("O80", "normal birth", _BIRTH, (0, 0, 260, 270, 0, 0, 0), 3, 2200, men=0),
    Diagnosis("O82", "caesarean birth", _BIRTH, (0, 0, 120, 150, 0, 0, 0), 5, 3900, men=0),
    Diagnosis("S06.0", "concussion", _SURGERY, (70, 74, 36, 18, 18, 24, 40), 2, 900),
    Diagnosis("S52.5", "broken wrist", _SURGERY, (10, 50, 14, 14, 26, 36, 30), 3, 3200),
    Diagnosis("S72.0", "broken hip", _SURGERY, (0, 1, 1, 3, 14, 46, 150), 13, 8600, women=2),
    Diagnosis("S82.8", "broken ankle", _SURGERY, (2, 12, 24, 24, 30, 22, 12), 6, 4000),
    Diagnosis("T78.4", "severe allergy", _MEDICINE, (18, 16, 12, 10, 8, 4, 1), 2, 700),
)


ADMISSION_YEAR: Final = LAST_YEAR + 1

WARDS: Final = (*dict.fromkeys(diagnosis.ward for diagnosis in DIAGNOSES), "paediatrics")
_PAEDIATRICS: Final = len(WARDS) - 1
_CHILDREN_BELOW: Final = 16

INSURANCE: Final = ("statutory", "private", "self-pay")
_PRIVATE: Final = INSURANCE.index("private")
_INSURANCE_WEIGHTS: Final = ((895, 95, 10), (880, 100, 20), (850, 145, 5))
"""For children, adults, and people of 65 and more."""

_WEEKDAYS: Final = (180, 175, 165, 160, 145, 80, 95)
"""Admissions from Monday to Sunday."""
_DAILY_CENTS: Final = 41_000


@dataclass(frozen=True)
class Visits:
    """One entry per stay; a stay belongs to the person at the same position."""

    admission_day: Numbers
    age: Numbers
    diagnosis: Numbers
    ward: Numbers
    days: Numbers
    insurance: Numbers
    cents: Numbers


def draw_visits(draws: Draws, people: People) -> Visits:
    """Draw one stay for each person."""
    admission = _admission_days(draws)
    age = age_on(admission, people.birth_day)
    diagnosis = draw_diagnoses(draws, age, people.sex)
    days = _lengths(draws, age, diagnosis)
    insurance = draw_insurance(draws, age)
    return Visits(
        admission_day=admission,
        age=age,
        diagnosis=diagnosis,
        ward=_wards(age, diagnosis),
        days=days,
        insurance=insurance,
        cents=_costs(draws, diagnosis, days, insurance),
    )


def draw_insurance(draws: Draws, age: Numbers) -> Numbers:
    """Draw who pays, by age."""
    return draws.choose_by("insurance", np.digitize(age, (18, 65)), _INSURANCE_WEIGHTS)


def age_on(day: Numbers, birth_day: Numbers) -> Numbers:
    """Full years from birth to a day, both in days since 1970-01-01.

    >>> leap_day = np.array([np.datetime64("2000-02-29").astype(np.int64)])
    >>> age_on(np.array([np.datetime64("2024-02-28").astype(np.int64)]), leap_day).tolist()
    [23]
    """
    year, born = _year(day), _year(birth_day)
    birthday_to_come = _month_and_day(day) < _month_and_day(birth_day)
    years: Numbers = year - born - birthday_to_come
    return years


def _year(day: Numbers) -> Numbers:
    return day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64)


def _month_and_day(day: Numbers) -> Numbers:
    date = day.astype("datetime64[D]")
    month = date.astype("datetime64[M]")
    in_month = (date - month.astype("datetime64[D]")).astype(np.int64)
    position: Numbers = month.astype(np.int64) % 12 * 32 + in_month
    return position


def _admission_days(draws: Draws) -> Numbers:
    start, end = first_day(np.array([ADMISSION_YEAR, ADMISSION_YEAR + 1]))
    # 1970-01-01 was a Thursday, the fourth day of its week.
    weights = [_WEEKDAYS[(day + 3) % 7] for day in range(start, end)]
    return int(start) + draws.choose("admission day", weights)


def draw_diagnoses(draws: Draws, age: Numbers, sex: Numbers, stream: str = "diagnosis") -> Numbers:
    """Draw what people have, by age and sex."""
    band = np.searchsorted(AGE_BANDS, age, side="right") - 1
    return draws.choose_by(stream, band * 2 + sex, _diagnosis_weights())


def _diagnosis_weights() -> list[list[int]]:
    return [
        [tilted(diagnose.ages[band], diagnose.women, diagnose.men)[sex] for diagnose in DIAGNOSES]
        for band in range(len(AGE_BANDS))
        for sex in (FEMALE, MALE)
    ]


def _wards(age: Numbers, diagnosis: Numbers) -> Numbers:
    usual = np.array([WARDS.index(diagnose.ward) for diagnose in DIAGNOSES])[diagnosis]
    return np.where(age < _CHILDREN_BELOW, _PAEDIATRICS, usual)


def _lengths(draws: Draws, age: Numbers, diagnosis: Numbers) -> Numbers:
    """Draw days in hospital: longer for the old, with a few very long stays."""
    median = np.array([diagnose.days for diagnose in DIAGNOSES])[diagnosis]
    frailty = 1000 + 12 * np.clip(age - 60, 0, 30)
    days: Numbers = (median * draws.stretch("length of stay") * frailty + 500_000) // 1_000_000
    return np.maximum(days, 1)


def _costs(draws: Draws, diagnosis: Numbers, days: Numbers, insurance: Numbers) -> Numbers:
    treatment = np.array([diagnose.cost * 100 for diagnose in DIAGNOSES])[diagnosis]
    care = days * _DAILY_CENTS
    rate = np.where(insurance == _PRIVATE, 1300, 1000)
    cents: Numbers = (treatment + care) * rate // 1000 * draws.between("cost", 850, 1200) // 1000
    return cents
