"""Repairs close the leak: what is predicted is what linking the changed releases gives."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pytest

from incrowd.errors import NothingToMeasure
from incrowd.linking.repair.repair import find_rows, propose_repairs
from incrowd.service.linked.link import LinkRequest, link, open_linked

pytestmark = pytest.mark.slow

KNOW = {"1.ZipCode": "130**", "MaritalStatus": "Married"}


@pytest.fixture(scope="module")
def releases(golden: Path) -> list[pa.Table]:
    found = []
    for name in ("ap_table08_hospA.csv", "ap_table09_hospB.csv"):
        with (golden / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found.append(pa.Table.from_pylist(rows))
    return found


def linked(releases: list[pa.Table], know: dict[str, str], condition: str = "equal"):
    request = LinkRequest(sensitive=["HealthCondition"], on=[f"ZipCode:{condition}"])
    with open_linked(releases, request) as linking:
        return propose_repairs(linking, know).repairs


def changed(table: pa.Table, column: str, texts) -> pa.Table:
    cells = [texts(cell) for cell in table.column(column).to_pylist()]
    return table.set_column(table.column_names.index(column), column, pa.array(cells))


def test_the_leak_of_case_1_can_be_closed(releases: list[pa.Table]) -> None:
    repairs = linked(releases, KNOW)
    assert repairs[0].closes
    costs = [one.cost for one in repairs if one.closes]
    assert costs == sorted(costs)
    assert {(one.kind, one.source, one.column) for one in repairs} == {
        ("generalise", 1, "1.ZipCode"),
        ("generalise", 1, "MaritalStatus"),
        ("generalise", 2, "2.ZipCode"),
        ("suppress", 1, None),
        ("suppress", 2, None),
    }
    assert all(0 < one.cost <= 1 for one in repairs)
    json.dumps([one.to_dict() for one in repairs])


def test_what_is_predicted_is_what_happens(releases: list[pa.Table]) -> None:
    for one in linked(releases, KNOW):
        if one.kind == "suppress":
            continue
        number, column = one.source - 1, one.column.rpartition(".")[2]
        assert set(one.texts) == set(releases[number].column(column).to_pylist())
        new = list(releases)
        new[number] = changed(new[number], column, one.texts.get)
        found = link(
            *new,
            sensitive="HealthCondition",
            on=["ZipCode:overlaps" if column == "ZipCode" else "ZipCode"],
            know=KNOW,
        ).what_if.main
        assert (found.n, found.p, not found.breach) == (one.n, one.p, one.closes)


def test_rows_left_out_close_it(releases: list[pa.Table]) -> None:
    first = next(one for one in linked(releases, KNOW) if one.kind == "suppress")
    assert (first.closes, first.rows, first.n) == (True, 1, 0)
    assert "then nobody matches any more" in first.sentence
    rows = releases[first.source - 1].to_pylist()
    gone = {
        1: lambda row: (
            row["ZipCode"] == "130**"
            and row.get("MaritalStatus") == "Married"
            and row["HealthCondition"] == "Diabetes"
        ),
        2: lambda row: row["ZipCode"] == "130**" and row["HealthCondition"] == "Diabetes",
    }[first.source]
    new = list(releases)
    new[first.source - 1] = pa.Table.from_pylist([row for row in rows if not gone(row)])
    assert len(rows) - new[first.source - 1].num_rows == first.rows
    found = link(*new, sensitive="HealthCondition", on=["ZipCode"], know=KNOW).what_if.main
    assert found.n == 0


def test_a_likely_value_needs_fewer_rows(releases: list[pa.Table]) -> None:
    know = {"1.ZipCode": "771**"}  # Diabetes 1, Cancer 2
    repairs = linked(releases, know)
    rows = [one for one in repairs if one.kind == "suppress" and one.closes]
    assert rows
    assert min(one.rows for one in rows) <= 3


def test_nothing_to_repair(releases: list[pa.Table]) -> None:
    request = LinkRequest(sensitive=["HealthCondition"], on=["HealthCondition"])
    with open_linked(releases, request) as linking, pytest.raises(NothingToMeasure):
        propose_repairs(linking, {"Nationality": "European"}, 0.9)
    with open_linked(releases, request) as linking, pytest.raises(NothingToMeasure):
        find_rows(linking, {"Nationality": "European"}, 0.9, 0)


def test_a_release_is_not_left_out_whole() -> None:
    a = pa.table({"zip": ["1", "1"], "ill": ["flu", "flu"]})
    b = pa.table({"zip": ["1", "1", "2"], "ill": ["flu", "flu", "cold"]})
    with open_linked([a, b], LinkRequest(sensitive=["ill"], on=["zip"])) as linking:
        found = propose_repairs(linking, {"zip": "1"})
    rows = [(one.source, one.rows) for one in found.repairs if one.kind == "suppress"]
    assert rows == [(2, 2)]


def test_ranges_of_two_columns_are_merged(golden: Path) -> None:
    paths = [golden / "ap_table18_hospA.csv", golden / "ap_table19_hospB.csv"]
    request = LinkRequest(
        sensitive=["HealthCondition"], on=["HealthCondition"], ranges=["age=LowerAge:UpperAge"]
    )
    with open_linked(paths, request) as linking:
        found = propose_repairs(linking, {"age": "29", "MaritalStatus": "Married"})
    ages = [one for one in found.repairs if one.kind == "generalise" and one.column == "1.age"]
    assert [one.texts["20-30"] for one in ages] == ["20-40"] or ages[0].steps > 1
    assert found.know == {"age": "29", "MaritalStatus": "Married"}
    assert any(one.closes for one in found.repairs)


def test_a_leak_without_any_fact() -> None:
    a = pa.table({"zip": ["130**", "130**", "140**"], "ill": ["flu", "flu", "HIV"]})
    b = pa.table({"zip": ["130**", "150**"], "ill": ["flu", "HIV"]})
    found = link(a, b, sensitive="ill", on=["zip"], repair=True)
    assert found.what_if.main.rule == 1
    assert found.repairs is not None
    assert found.repairs.know == {}
    assert found.repairs.repairs[0].closes


def test_a_hierarchy_gives_the_levels(tmp_path: Path) -> None:
    (tmp_path / "origin.csv").write_text("French;European;*\nGerman;European;*\nThai;Asian;*\n")
    ills = ["flu", "HIV", "cold"]
    a = pa.table({"origin": ["French", "German", "Thai"], "ill": ills})
    b = pa.table({"job": ["x", "y", "x"], "ill": ills})
    found = link(
        a,
        b,
        sensitive="ill",
        on=["ill"],
        know={"origin": "French"},
        hierarchies=tmp_path,
        threshold=0.6,
        repair=True,
    ).repairs
    assert found is not None
    raised = next(one for one in found.repairs if one.column == "origin")
    assert (raised.texts["French"], raised.steps, raised.n, raised.closes) == (
        "European",
        1,
        2,
        True,
    )
