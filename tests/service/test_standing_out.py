"""Stand-outs as they are told: rows of the data, pages, states, a workspace."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pyarrow as pa
import pytest
from small_samples import sample_rows

import incrowd as ic
from incrowd.advice.standouts import ValueShare
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import Cancelled, InvalidParameter, NothingToMeasure, NotNow, UnknownAttribute
from incrowd.journal import AssignRole, Generalize, Suppress
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, run
from incrowd.service.decisions.decide import decide
from incrowd.service.subsets.standouts import (
    StandoutRow,
    seek_standouts,
    standouts_csv,
    tell_all_standouts,
    tell_standouts,
)
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

NAMES = ["age", "sex", "marital_status", "education", "household_size"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_rows(tmp_path_factory.mktemp("data") / "census.csv", 300)


@pytest.fixture
def census(path):
    with ic.open(path, quasi=NAMES) as dataset:
        yield dataset


@pytest.fixture
def kept(sessions: Sessions, path: Path):
    record = add_copy(sessions, path)
    with sessions.open(OWNER, record.id) as found:
        yield found


def rows_in(path: Path) -> list[tuple[str, ...]]:
    import csv

    with path.open(newline="", encoding="utf-8") as file:
        return [tuple(row[name] for name in NAMES) for row in csv.DictReader(file)]


def slow_standouts(rows, k, most) -> dict[int, set[frozenset[str]]]:
    """The smallest combinations of every row, by counting every combination of every size."""
    places = range(len(NAMES))
    sets = [one for size in range(1, most + 1) for one in combinations(places, size)]
    counted = {one: Counter(tuple(row[p] for p in one) for row in rows) for one in sets}
    found = {}
    for number, row in enumerate(rows, start=1):
        small = [one for one in sets if counted[one][tuple(row[p] for p in one)] < k]
        least = [one for one in small if not any(set(part) < set(one) for part in small)]
        if least:
            found[number] = {frozenset(NAMES[p] for p in one) for one in least}
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("k", "most"), [(2, 3), (2, 1), (4, 2), (3, 5)])
def test_every_row_and_every_combination(census, path, k, most):
    told = json.loads(json.dumps(census.standouts(k=k, max_size=most).to_dict()))
    expected = slow_standouts(rows_in(path), k, most)
    found = {
        one["row"]: {frozenset(names) for names in one["combinations"]} for one in told["rows"]
    }
    assert found == expected
    assert told["total"] == len(expected)
    sizes = Counter(len(one) for sets in expected.values() for one in sets)
    assert {int(size): count for size, count in told["counts"].items() if count} == sizes
    assert {int(size): count for size, count in told["smallest"].items()} == Counter(
        min(map(len, sets)) for sets in expected.values()
    )
    scores = [one["score"] for one in told["rows"]]
    assert scores == sorted(scores, reverse=True)


def test_the_json_keys_are_the_contract(census):
    told = census.standouts(limit=1).to_dict()
    assert set(told) == {
        "k",
        "max_size",
        "total",
        "offset",
        "published",
        "rows",
        "attributes",
        "values",
        "counts",
        "smallest",
        "explanation",
    }
    assert set(told["rows"][0]) == {"row", "combinations", "score", "values", "reason"}
    assert list(told["attributes"]) == NAMES
    assert set(told["values"][0]) == {"attribute", "value", "rows", "share"}
    first = told["rows"][0]
    assert list(first["values"]) == list(first["combinations"][0])
    assert told["explanation"][0].startswith("With 3 attributes or fewer, ")
    for value in first["values"].values():
        assert value.lower() in first["reason"].lower()


@pytest.mark.slow
def test_pages_follow_each_other(census):
    whole = census.standouts().rows
    pages = [census.standouts(offset=start, limit=10).rows for start in range(0, 30, 10)]
    assert tuple(row for page in pages for row in page) == whole[:30]
    assert census.standouts(limit=0).rows == ()
    assert census.standouts(offset=10**6).rows == ()


@pytest.mark.slow
def test_in_a_state(census):
    top = {name: one.height for name, one in census.hierarchies.items()}
    raw, raised = census.standouts(limit=0), census.standouts({"age": 2}, limit=0)
    assert 0 < raised.total < raw.total
    assert census.standouts(top).to_dict()["rows"] == []
    shown = census.standouts({"age": 2}, limit=50)
    ages = {row.values["age"] for row in shown.rows if "age" in row.values}
    assert ages <= set(census.hierarchies["age"].labels[1])
    with pytest.raises(UnknownAttribute):
        census.standouts({"aeg": 1})


@pytest.mark.slow
def test_of_a_frame_and_of_one_attribute():
    with ic.open(pa.table({"x": ["a", "b", "b"], "y": ["m", "m", "m"]}), quasi=["x", "y"]) as table:
        (row,) = table.standouts().rows
        assert (row.row, row.combinations, row.reason) == (1, (("x",),), "One row has x = a.")
        assert table.standouts().attributes == {"x": 100.0, "y": 0.0}
    with ic.open(pa.table({"x": ["a", "a"]}), quasi=["x"]) as table:
        assert table.standouts().explanation == (
            "No combination of up to 1 attributes leads to a group of fewer than 2 rows.",
        )
        with pytest.raises(InvalidParameter, match="cannot search"):
            table.standouts(k=1)


@pytest.mark.slow
def test_where_the_decisions_lead(kept, path):
    for name in opened_quasi(kept) - set(NAMES):
        decide(kept, AssignRole(name, "insensitive"))
    found = tell_standouts(kept, 2, 3, 0, 1000)
    expected = slow_standouts(rows_in(path), 2, 3)
    assert {one.row for one in found.rows} == set(expected)
    assert tell_standouts(kept, 2, 3, 5, 5).rows == found.rows[5:10]
    decide(kept, Generalize("age", 2))
    after = tell_standouts(kept, 2, 3, 0, 1000)
    assert after.total < found.total
    decide(kept, Suppress(2))
    left = kept.snapshot().classes
    kept_rows = tell_standouts(kept, 2, 3, 0, 1000)
    assert kept_rows.published == left.kept_rows
    assert kept_rows.total <= after.total
    with pytest.raises(InvalidParameter, match="cannot be shown"):
        tell_standouts(kept, 2, 3, 0, 1001)


def opened_quasi(opened) -> set[str]:
    return set(opened.snapshot().dataset.crowd.names)


def test_where_rows_are_recoded_one_by_one(kept):
    adopt(
        kept, run(kept, AnonymizationRequest(k=4, method="priority", priority=(("age",),)), silent)
    )
    assert tell_standouts(kept, 4, 3, 0, 10).total == 0
    with pytest.raises(NotNow, match="recoded in its own way"):
        tell_standouts(kept, 300, 3, 0, 10)
    found = tell_standouts(kept, 300, 3, 0, 0)
    assert found.total > 0
    examples = [one for one in found.explanation if "published rows show" in one]
    assert examples, "what is shown is said of rows, not of people"
    assert not any("= *" in one for one in examples)
    assert not any(
        one.startswith(("One row", "Only")) for one in found.explanation if one not in examples
    )


def test_without_quasi_identifiers(kept):
    for name in opened_quasi(kept):
        decide(kept, AssignRole(name, "insensitive"))
    with pytest.raises(NothingToMeasure):
        tell_standouts(kept, 2, 3, 0, 10)


def test_a_search_tells_how_far_it_is_and_can_be_stopped(kept) -> None:
    heard: list[float | None] = []

    def stop(step: str, done: float | None) -> None:
        heard.append(done)
        if len(heard) == 5:
            raise Cancelled("Stopped.", "")

    with pytest.raises(Cancelled):
        seek_standouts(kept, 2, 3, stop)
    assert heard == sorted(heard)
    heard.clear()
    rows = seek_standouts(kept, 2, 3, lambda step, done: heard.append(done))
    assert heard, "a search that was stopped leaves nothing behind"
    assert heard[-1] == 1
    told = tell_all_standouts(kept, 2, 3)
    assert told.total == rows == len(told.rows)
    heard.clear()
    seek_standouts(kept, 2, 3, lambda step, done: heard.append(done))
    assert not heard, "what was found is at hand"


def test_files_are_guarded(kept) -> None:
    found = replace(
        tell_all_standouts(kept, 2, 1),
        rows=(StandoutRow(3, (("=a",), ("b", "c")), 2.0, {}, "One row has =a = 1."),),
        attributes={"=a": 60.0},
        values=(ValueShare("age", "99", 1, 5.0),),
    )
    assert standouts_csv(found).splitlines()[1:] == [
        "row,3,'=a,2,One row has =a = 1.",
        "row,3,b + c,2,",
        "attribute,,'=a,60,",
        "value,,age = 99,5,",
    ]
