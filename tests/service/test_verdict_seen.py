"""What was seen when the tool was tried on strange files: each was called safe, none passes now."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import incrowd as ic
from incrowd.advice.gauges import band
from incrowd.advice.presets.built_in import BUILT_IN, find_preset

CHANCE = np.random.default_rng(12)


def write(path: Path, columns: dict[str, list[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


def test_a_zip_code_that_gives_the_diagnosis_is_not_fit_for_anybody(tmp_path: Path) -> None:
    """120 rows, l = 1, green 'Safe enough - public release': the verdict never looked at l."""
    zips = ["10115", "20095", "80331"] * 40
    secret = {"10115": "flu", "20095": "cancer", "80331": "asthma"}
    data = write(tmp_path / "a.csv", {"zip": zips, "diagnosis": [secret[each] for each in zips]})
    with ic.open(data, quasi=["zip"], sensitive=["diagnosis"]) as table:
        for preset in BUILT_IN:
            verdict = table.verdict(preset)
            assert not verdict.holds
            check = verdict.check("diversity")
            assert (check.status, check.figure, check.limit) == ("fail", 1, 2)
            assert "everybody has the same 'diagnosis'" in check.words
            assert check.action.kind == "protect"
        assert table.verdict("public").check("smallest_group").status == "pass"


def test_a_number_that_everybody_in_a_group_has_is_a_secret_lost(tmp_path: Path) -> None:
    """Closeness alone does not mind that all have the same number, if it lies in the middle."""
    columns = {"zip": ["a"] * 30 + ["b"] * 30, "income": [5] * 30 + [*range(1, 10)] * 3 + [5, 5, 5]}
    data = write(tmp_path / "a.csv", columns)
    with ic.open(data, quasi=["zip"], sensitive=["income"]) as table:
        verdict = table.verdict("internal")
    assert verdict.check("closeness").status == "pass"
    assert verdict.check("diversity").status == "fail"


def customers(tmp_path: Path, rows: int = 2000) -> Path:
    columns = {
        "age": CHANCE.choice(["30-39", "40-49"], rows).tolist(),
        "city": CHANCE.choice(["Bonn", "Ulm"], rows).tolist(),
        "purchases": CHANCE.poisson(40, rows).tolist(),
        "newsletter": CHANCE.choice(["yes", "no"], rows).tolist(),
    }
    return write(tmp_path / "customers.csv", columns)


def test_a_side_column_that_singles_people_out_is_seen(tmp_path: Path) -> None:
    """'purchases' was insensitive, and whoever knew it found 169 of 7,798 for certain."""
    data = customers(tmp_path)
    with data.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    keys = [(row["age"], row["city"], row["purchases"]) for row in rows]
    alone = sum(keys.count(key) == 1 for key in keys)
    assert alone
    with ic.open(data, quasi=["age", "city"], insensitive=["purchases", "newsletter"]) as table:
        verdict = table.verdict("public")
    check = verdict.check("side_columns")
    assert check.status == "fail"
    assert (
        f"Somebody who also knows 'purchases' finds {alone:,} of 2,000 rows for certain"
        in check.words
    )
    by_name = {detail.attribute: detail for detail in check.details}
    assert by_name["purchases"].action.kind == "assign_role"
    assert by_name["newsletter"].status == "pass"
    assert verdict.check("smallest_group").status == "pass"


def test_a_side_column_is_seen_in_a_local_recoding(tmp_path: Path) -> None:
    data = customers(tmp_path, 300)
    with ic.open(data, quasi=["age", "city"], insensitive=["purchases", "newsletter"]) as table:
        check = table.anonymize(10, method="priority").verdict("public").check("side_columns")
    assert check.status == "fail"
    assert "'purchases'" in check.words


def test_the_order_of_the_original_is_seen(tmp_path: Path) -> None:
    data = customers(tmp_path)
    with ic.open(data, quasi=["age", "city", "purchases", "newsletter"]) as table:
        states = {"purchases": 1, "age": 1}
        kept = table.verdict("public", states, keep_order=True).check("row_order")
        assert (kept.status, kept.action.kind) == ("fail", "shuffle")
        assert table.verdict("public", states).check("row_order").status == "pass"
        outcome = table.anonymize(10, max_suppression=0.5)
        for keep_order, status in ((True, "fail"), (False, "pass")):
            path = tmp_path / f"release-{keep_order}.csv"
            outcome.write(path, keep_order=keep_order)
            with ic.open(path, quasi=["age", "city", "purchases", "newsletter"]) as release:
                verdict = release.verdict("public", as_is=True, original=data)
            assert verdict.check("row_order").status == status


def test_several_rows_of_a_person_are_seen(tmp_path: Path) -> None:
    """80 persons in 200 rows: rows were counted, and 23 of 52 'safe' classes were one person."""
    columns = {
        "patient_id": [f"P{n:05}" for n in CHANCE.integers(0, 80, 200)],
        "zip": CHANCE.choice(["10115", "20095"], 200).tolist(),
        "diagnosis": CHANCE.choice(["flu", "asthma", "migraine"], 200).tolist(),
    }
    data = write(tmp_path / "visits.csv", columns)
    options = {"quasi": ["zip"], "sensitive": ["diagnosis"], "identifier": ["patient_id"]}
    with ic.open(data, **options) as table:
        check = table.verdict("internal").check("persons")
    assert check.status == "fail"
    assert check.action.kind == "person_key"


def test_a_release_without_its_key_is_not_called_safe_beside_the_original(tmp_path: Path) -> None:
    """Two people with fifteen rows each: the rows look like a crowd of thirty."""
    everybody = {
        "patient_id": [f"P{n:05}" for n in (1, 2) for _ in range(15)],
        "zip": ["10115"] * 30,
        "diagnosis": ["flu", "asthma", "migraine", "gout", "angina"] * 6,
    }
    original = write(tmp_path / "visits.csv", everybody)
    del everybody["patient_id"]
    order = CHANCE.permutation(30)
    shuffled = {name: [values[place] for place in order] for name, values in everybody.items()}
    release = write(tmp_path / "release.csv", shuffled)
    with ic.open(release, quasi=["zip"], sensitive=["diagnosis"]) as table:
        assert table.verdict("internal", as_is=True).holds
        beside = table.verdict("internal", as_is=True, original=original)
    assert not beside.holds
    check = beside.check("persons")
    assert check.status == "warn"
    assert "According to 'patient_id', people have several rows in the original" in check.words


def test_a_figure_over_the_limit_is_not_green() -> None:
    """27.7 % average risk was a green 'low' above a red 'not yet safe enough (at most 5 %)'."""
    assert band(27.7).word == "low"
    for preset in BUILT_IN:
        assert band(27.7, preset.average_risk).word != "low"
    assert band(27.7, find_preset("public").average_risk).word == "high"


def test_nothing_left_is_never_green(tmp_path: Path) -> None:
    data = write(tmp_path / "a.csv", {"zip": ["a", "b", "c"], "x": ["1", "2", "3"]})
    with ic.open(data, quasi=["zip"], insensitive=["x"]) as table:
        verdict = table.verdict("internal", k=2)
    assert not verdict.holds
    assert verdict.check("smallest_group").words.startswith("No row is left")


@pytest.mark.parametrize("column", ["note", "hobby"])
def test_an_address_in_a_text_column_is_seen(tmp_path: Path, column: str) -> None:
    texts = ["chess"] * 40
    texts[17] = "chess, write to ana.lopez@example.org"
    data = write(tmp_path / "a.csv", {"zip": ["a"] * 40, column: texts})
    with ic.open(data, quasi=["zip"], insensitive=[column]) as table:
        check = table.verdict("internal").check("identifiers")
        assert check.status == "fail"
        assert "e-mail addresses in 1 row." in check.words


def test_a_column_that_numbers_the_rows_is_seen(tmp_path: Path) -> None:
    data = write(tmp_path / "a.csv", {"zip": ["a"] * 40, "line": list(range(1001, 1041))})
    with ic.open(data, quasi=["zip"], insensitive=["line"]) as table:
        for verdict in (table.verdict("internal"), table.verdict("internal", as_is=True)):
            check = verdict.check("row_order")
            assert (check.status, check.details[0].attribute) == ("fail", "line")


def test_a_sensitive_column_with_one_value_says_so(tmp_path: Path) -> None:
    data = write(tmp_path / "a.csv", {"zip": ["a"] * 40, "diagnosis": ["flu"] * 40})
    with ic.open(data, quasi=["zip"], sensitive=["diagnosis"]) as table:
        check = table.verdict("internal").check("diversity")
    assert check.status == "fail"
    assert "the same value in the whole table" in check.words


def test_green_is_possible(tmp_path: Path) -> None:
    columns = {
        "zip": ["a"] * 40 + ["b"] * 40,
        "diagnosis": ["flu", "asthma"] * 40,
        "ward": ["west", "west", "east", "east"] * 20,
    }
    data = write(tmp_path / "a.csv", columns)
    options = {"quasi": ["zip"], "sensitive": ["diagnosis"], "insensitive": ["ward"]}
    with ic.open(data, **options) as table:
        for as_is in (False, True):
            verdict = table.verdict("public", as_is=as_is)
            assert verdict.holds, verdict.words
            assert verdict.words == "All 9 checks pass for public release."
            assert "not the same as legal compliance" in verdict.note
            assert all(check.source and check.words for check in verdict.checks)
