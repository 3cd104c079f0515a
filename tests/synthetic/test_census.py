"""The census holds together: nobody is what they cannot be, and income follows education."""

from __future__ import annotations

from itertools import pairwise

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.synthetic.generators import UNANSWERED, make_census
from incrowd.synthetic.places import COUNTRIES, POSTCODES, RELIGIONS
from incrowd.synthetic.society import EDUCATION, JOBS, MARITAL_STATUS, OCCUPATIONS, YOUNGEST

QUASI = ("age", "sex", "postcode", "birth_country", "marital_status", "education", "occupation")

COLUMNS = {
    "person_id": pa.string(),
    "age": pa.int64(),
    "sex": pa.string(),
    "postcode": pa.string(),
    "birth_country": pa.string(),
    "marital_status": pa.string(),
    "education": pa.string(),
    "occupation": pa.string(),
    "household_size": pa.int64(),
    "religion": pa.string(),
    "income": pa.int64(),
}

DEGREES = ("bachelor", "master", "doctorate")

IMPOSSIBLE = {
    "married child": "age < 18 AND marital_status <> 'single'",
    "working child": "age < 16 AND occupation <> 'child'",
    "grown-up child": "age >= 16 AND occupation = 'child'",
    "child with income": "age < 16 AND income > 0",
    "young pensioner": "age < 35 AND occupation = 'retired'",
    "old student": "age > 55 AND occupation = 'student'",
    "child living alone": "age < 18 AND household_size < 2",
    "husband or wife living alone": "marital_status = 'married' AND household_size < 2",
    "physician without a degree": f"occupation = 'physician' AND education NOT IN {DEGREES[1:]}",
    "young physician": "occupation = 'physician' AND age < 24",
    "engineer without a degree": f"occupation = 'engineer' AND education NOT IN {DEGREES}",
    "nurse without training": "occupation = 'nurse' AND education LIKE '%secondary'",
    "doctor who cleans": "occupation = 'cleaner' AND education = 'doctorate'",
    "impossible age": "age NOT BETWEEN 0 AND 99",
    "negative income": "income < 0",
    "worker without income": "age >= 20 AND income = 0",
    "household size": "household_size NOT BETWEEN 1 AND 6",
    "income to the cent": "income % 100 <> 0",
}

Asking = duckdb.DuckDBPyConnection


def figures(asking: Asking, query: str) -> dict[str, float]:
    return dict(asking.sql(query).fetchall())


def number(asking: Asking, query: str) -> float:
    row = asking.sql(query).fetchone()
    assert row is not None
    return float(row[0])


def test_columns_and_types(census: pa.Table) -> None:
    assert dict(zip(census.schema.names, census.schema.types, strict=True)) == COLUMNS


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_nobody_is(what: str, asking: Asking) -> None:
    assert asking.sql(f"FROM census WHERE {IMPOSSIBLE[what]} LIMIT 3").fetchall() == []


@pytest.mark.parametrize(("education", "youngest"), list(zip(EDUCATION, YOUNGEST, strict=True)))
def test_schooling_takes_years(education: str, youngest: int, asking: Asking) -> None:
    found = number(asking, f"SELECT min(age) FROM census WHERE education = '{education}'")
    assert youngest <= found <= youngest + 4


@settings(max_examples=scaled(40), deadline=None)
@given(st.integers(0, 2**40), st.integers(1, 200))
def test_no_seed_makes_the_impossible(seed: int, rows: int) -> None:
    census = make_census(rows, seed)
    assert census.num_rows == rows
    impossible = " OR ".join(f"({condition})" for condition in IMPOSSIBLE.values())
    with duckdb.connect() as connection:
        connection.register("drawn", census)
        assert connection.sql(f"FROM drawn WHERE {impossible}").fetchall() == []


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("sex", ("female", "male")),
        ("postcode", POSTCODES),
        ("birth_country", COUNTRIES),
        ("marital_status", MARITAL_STATUS),
        ("education", EDUCATION),
        ("occupation", OCCUPATIONS),
        ("religion", RELIGIONS),
    ],
)
def test_every_value_occurs_and_no_other(
    column: str, values: tuple[str, ...], census: pa.Table
) -> None:
    assert set(pc.unique(census[column].drop_null()).to_pylist()) == set(values)


@pytest.mark.parametrize("column", COLUMNS)
def test_values_are_missing_at_their_rate(column: str, census: pa.Table) -> None:
    wanted = UNANSWERED.get(column, 0) / 1000
    found = census[column].null_count / census.num_rows
    assert found == pytest.approx(wanted, rel=0.25, abs=0)


def test_what_is_missing_is_unrelated(asking: Asking) -> None:
    both = number(asking, "SELECT avg((occupation IS NULL AND income IS NULL)::INT) FROM census")
    assert both < 0.002


def test_income_rises_with_education(asking: Asking) -> None:
    means = figures(
        asking,
        "SELECT education, avg(income) FROM census "
        "WHERE age BETWEEN 30 AND 60 AND education IS NOT NULL GROUP BY education",
    )
    by_level = [means[level] for level in EDUCATION[1:]]
    assert by_level == sorted(by_level)
    assert by_level[-1] > 2 * by_level[0]


def test_income_follows_the_occupation(asking: Asking) -> None:
    means = figures(asking, "SELECT occupation, avg(income) FROM census GROUP BY occupation")
    assert means["physician"] > means["engineer"] > means["nurse"] > means["cleaner"]
    assert means["cleaner"] > means["unemployed"] > means["homemaker"] > means["child"] == 0


def test_income_rises_with_age_in_a_job(asking: Asking) -> None:
    query = "SELECT avg(income) FROM census WHERE occupation = 'nurse' AND age "
    assert number(asking, query + "< 28") < number(asking, query + "BETWEEN 40 AND 60")


def test_income_is_skewed(asking: Asking) -> None:
    mean = number(asking, "SELECT avg(income) FROM census WHERE age >= 18")
    median = number(asking, "SELECT median(income) FROM census WHERE age >= 18")
    assert 1.15 * median < mean < 2 * median
    assert number(asking, "SELECT max(income) FROM census") > 8 * median


def test_marital_status_follows_age(asking: Asking) -> None:
    ages = figures(asking, "SELECT marital_status, avg(age) FROM census GROUP BY marital_status")
    assert ages["single"] < ages["married"] < ages["widowed"]
    assert ages["divorced"] > 45


def test_most_widowed_are_women(asking: Asking) -> None:
    query = "SELECT avg((sex = 'female')::INT) FROM census WHERE marital_status = 'widowed'"
    assert number(asking, query) > 0.65


def test_religion_follows_the_country_of_birth(asking: Asking) -> None:
    share = "SELECT avg((religion = '{}')::INT) FROM census WHERE birth_country = '{}'"
    assert number(asking, share.format("muslim", "Turkey")) > 0.7
    assert number(asking, share.format("catholic", "Poland")) > 0.6
    assert number(asking, share.format("muslim", "Germany")) < 0.05


def test_most_are_born_in_the_country_and_some_come_from_far(asking: Asking) -> None:
    shares = figures(
        asking, "SELECT birth_country, count(*) / 60000 FROM census GROUP BY birth_country"
    )
    assert 0.7 < shares["Germany"] < 0.85
    assert 0 < shares["Morocco"] < 0.005


def test_jobs_have_a_weight_for_each_level_of_education() -> None:
    assert all(len(job.common) == len(EDUCATION) for job in JOBS)
    for level in range(len(EDUCATION)):
        assert any(job.common[level] for job in JOBS)


def standing_alone(connection: Asking, columns: str) -> float:
    """The share of 2,000 people whom the columns single out."""
    classes = f"SELECT count(*) AS size FROM sample GROUP BY {columns}"
    return number(connection, f"SELECT count(*) FILTER (size = 1) / 2000 FROM ({classes})")


def test_the_sample_has_a_story_to_tell() -> None:
    connection = duckdb.connect()
    connection.register("sample", make_census(2000, 7))
    as_it_is = ", ".join(QUASI)
    decades = as_it_is.replace("age", "age // 10", 1)
    and_areas = decades.replace("postcode", "postcode[:2]")
    without_work = and_areas.replace(", occupation", "")
    shares = [standing_alone(connection, c) for c in (as_it_is, decades, and_areas, without_work)]
    assert 0.85 < shares[0] < 0.97
    assert all(later < earlier - 0.08 for earlier, later in pairwise(shares))
    assert shares[-1] < 0.5
