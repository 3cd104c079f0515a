"""Adult, the table of the papers: the classes that the engine counts are the known ones."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from engine_rows import Opener

from incrowd.engines import ROWS
from incrowd.table import Kind

COLUMNS = ["sex", "age", "race", "marital-status", "education"] + [
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
]


@pytest.mark.parametrize("condensed", [True, False])
def test_classes_of_adult(
    opened: Opener,
    adult: Path,
    golden: Path,
    monkeypatch: pytest.MonkeyPatch,
    condensed: bool,
) -> None:
    monkeypatch.setattr(
        "incrowd.engines.files.text.dialect.has_repeated_rows", lambda records: condensed
    )
    source = opened(adult / "adult.csv")
    assert source.rows == 30_162
    tally = source.tally(COLUMNS)
    assert tally.num_rows == 19_502
    sizes = Counter(tally.column(ROWS).to_pylist())
    assert sizes[1] == 15_512
    assert sum(size * count for size, count in sizes.items()) == 30_162
    assert "15512" in json.dumps(json.loads((golden / "suppression.json").read_text()))


def test_profiles_of_adult(opened: Opener, adult: Path) -> None:
    profiles = {profile.name: profile for profile in opened(adult / "adult.csv").profiles()}
    assert set(COLUMNS) <= set(profiles)
    age = profiles["age"]
    assert (age.kind, age.minimum, age.maximum) == (Kind.INTEGER, "17", "90")
    assert profiles["sex"].common == (("Male", 20_380), ("Female", 9_782))
    assert all(profile.missing == 0 and profile.rows == 30_162 for profile in profiles.values())
