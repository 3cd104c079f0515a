"""Opening a table: formats of frames, roles given and guessed, hierarchies, populations."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import incrowd as ic
from incrowd.errors import (
    InvalidParameter,
    NothingToMeasure,
    SourceNotFound,
    UnknownAttribute,
    UnknownName,
)

PEOPLE = {
    "age": ["30", "30", "41", "41", "52"],
    "sex": ["f", "f", "m", "m", "f"],
    "disease": ["flu", "hiv", "flu", "flu", "flu"],
}


def opened(**options):
    return ic.open(pa.table(PEOPLE), **options)


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame, pd.DataFrame])
def test_frames_of_every_library(frame):
    with ic.open(frame(PEOPLE), quasi=["age", "sex"]) as table:
        risk = table.risk()
    assert (risk.rows, risk.classes, risk.uniques) == (5, 3, 1)


def test_naming_quasi_identifiers_names_all_of_them():
    with opened(quasi=["age"], sensitive=["disease"]) as table:
        roles = {one.name: one.role.value for one in table.attributes}
    assert roles == {"age": "quasi", "sex": "insensitive", "disease": "sensitive"}


def test_a_guessed_sensitive_attribute_that_is_not_named_counts_as_quasi():
    with opened(sensitive=["sex"]) as table:
        roles = {one.name: one.role.value for one in table.attributes}
    assert roles == {"age": "quasi", "sex": "sensitive", "disease": "quasi"}


def test_chosen_roles_say_so():
    with opened(quasi=["age"], insensitive=["sex"]) as table:
        assert table.table.attribute("sex").reason == "chosen by you"


def test_a_column_with_two_roles_is_refused():
    with pytest.raises(InvalidParameter, match="'age' is named as quasi and as sensitive"):
        opened(quasi=["age"], sensitive=["age"])


def test_an_unknown_column_gets_a_suggestion():
    with pytest.raises(UnknownAttribute, match="no column 'aeg'") as caught:
        opened(quasi=["aeg"])
    assert caught.value.hint == "Did you mean 'age'?"


def test_no_quasi_identifier_left():
    with pytest.raises(NothingToMeasure, match="No column is a quasi-identifier") as caught:
        opened(identifier=["age", "sex", "disease"])
    assert "age: identifier" in caught.value.hint


def test_roles_can_be_changed_later():
    with opened(quasi=["age", "sex"]) as table:
        assert table.with_roles({"sex": "insensitive"}).risk().classes == 3
        assert table.with_roles({"age": "insensitive"}).risk().classes == 2
        with pytest.raises(UnknownName, match="no role 'secret'"):
            table.with_roles({"age": "secret"})


def test_hierarchies_from_a_folder(tmp_path):
    (tmp_path / "my_age.csv").write_text("30;young;*\n41;old;*\n52;old;*\n")
    with opened(quasi=["age", "sex"], hierarchies=tmp_path) as table:
        assert table.hierarchies["age"].labels == (("young", "old"), ("*",))
        assert table.risk({"age": 1}).classes == 3
        assert table.risk({"age": 1, "sex": 1}).class_sizes == {2: 1, 3: 1}


def test_hierarchies_as_objects(tmp_path):
    with opened(quasi=["age", "sex"]) as table:
        mine = table.hierarchies["age"]
        again = table.with_hierarchy(mine)
        assert again.hierarchies["age"] is mine
    with opened(quasi=["age"], hierarchies={"age": mine}) as table:
        assert table.hierarchies["age"] is mine
    with pytest.raises(UnknownAttribute):
        opened(quasi=["age"], hierarchies={"height": mine})


def test_a_hierarchy_folder_that_is_not_there(tmp_path):
    with pytest.raises(SourceNotFound):
        opened(quasi=["age"], hierarchies=tmp_path / "nowhere")


def test_population_as_table_size_or_fraction():
    everyone = {"age": PEOPLE["age"] * 2 + ["99"], "sex": PEOPLE["sex"] * 2 + ["m"]}
    with opened(quasi=["age", "sex"], population=pa.table(everyone)) as table:
        assert table.population_size == 11
        assert table.measure("journalist_risk") == pytest.approx(50)
    with opened(quasi=["age", "sex"], sampling_fraction=0.5) as table:
        assert table.population_size == 10
        assert table.measure("journalist_risk") == pytest.approx(50)
    with opened(quasi=["age"], population_size=100) as table:
        assert table.measure("marketer_risk") == pytest.approx(100 * 3 / 100)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"population_size": 3}, "cannot contain the 5 people"),
        ({"sampling_fraction": 0}, "sampling fraction of 0"),
        ({"sampling_fraction": 1.5}, "sampling fraction of 1.5"),
    ],
)
def test_impossible_populations(options, message):
    with pytest.raises(InvalidParameter, match=message):
        opened(quasi=["age"], **options)
