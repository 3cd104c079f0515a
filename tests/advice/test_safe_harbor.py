"""The 18 identifiers of HIPAA, column by column, at the borders of each rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import incrowd as ic
from incrowd.advice.verdict.checks.safe_harbor import (
    SMALL_AREAS,
    judge_ages,
    judge_dates,
    judge_zip_codes,
)
from incrowd.advice.verdict.evidence import PublishedColumn
from incrowd.table import Attribute, Kind, Profile, Role

NOW = datetime.now(UTC).year


def column(name: str, *texts: str) -> PublishedColumn:
    profile = Profile(name, Kind.TEXT, len(texts), 0, len(texts))
    attribute = Attribute(profile, Role.QUASI, "for a test")
    return PublishedColumn(attribute, recoded=True, texts=tuple((text, 1) for text in texts))


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        (["2024", "2023"], True),
        (["2020s", "*"], True),
        (["2020-2024", "[2010, 2020["], True),
        (["{2020, 2021}"], True),
        (["2024-05"], False),
        (["2024-Q2"], False),
        (["2024-05-17", "2024"], False),
        (["17.05.2024"], False),
        (["May 2024"], False),
        (["2024-05-17 10h"], False),
    ],
    ids=str,
)
def test_dates_by_the_year(texts: list[str], allowed: bool) -> None:
    assert (judge_dates(column("admission_date", *texts)) is None) == allowed


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        ([str(NOW - 89)], True),
        ([str(NOW - 90)], True),
        ([str(NOW - 95), str(NOW - 99)], False),
        ([f"{NOW - 100}-{NOW - 85}"], True),
    ],
    ids=str,
)
def test_years_of_birth_of_the_very_old(texts: list[str], allowed: bool) -> None:
    assert (judge_dates(column("birth_date", *texts)) is None) == allowed


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        (["0", "45", "89"], True),
        (["89", "90"], False),
        (["89", "90+"], True),
        (["89", ">=90"], True),
        (["80-89", "90-99"], True),
        (["80-99"], True),
        (["85-94", "95-99"], False),
        (["92"], False),
        (["91,5", "40,25"], False),
        (["88,5"], True),
        (["100+"], False),
        (["*"], True),
    ],
    ids=str,
)
def test_ages_over_89(texts: list[str], allowed: bool) -> None:
    assert (judge_ages(column("age", *texts)) is None) == allowed


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        (["476**", "902**"], True),
        (["476", "000"], True),
        (["47677"], False),
        (["4767*"], False),
        (["{47677, 47602}"], False),
        (["036**"], False),
        (["893"], False),
        (["47***", "*"], True),
    ],
    ids=str,
)
def test_zip_codes(texts: list[str], allowed: bool) -> None:
    assert (judge_zip_codes(column("zip", *texts)) is None) == allowed


def test_there_are_seventeen_small_areas() -> None:
    assert len(SMALL_AREAS) == 17


def test_a_file_of_patients(tmp_path) -> None:
    path = tmp_path / "patients.csv"
    lines = [f"47{n % 9}77,2024-05-{1 + n % 28:02},{30 + n % 65},flu{n % 3}" for n in range(200)]
    path.write_text("zip,admission_date,age,diagnosis\n" + "\n".join(lines), encoding="utf-8")
    with ic.open(path, quasi=["zip", "admission_date", "age"], sensitive=["diagnosis"]) as table:
        check = table.verdict("safe_harbor", as_is=True).check("safe_harbor")
        assert {detail.attribute for detail in check.details} == {"zip", "admission_date", "age"}
        assert "164.514" in check.source
        top = {name: hierarchy.height for name, hierarchy in table.hierarchies.items()}
        verdict = table.verdict("safe_harbor", top)
        assert verdict.check("safe_harbor").status == "pass"
        assert "safe_harbor" not in [each.name for each in table.verdict("public").checks]
