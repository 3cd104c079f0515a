"""Stand-outs found inside the embedded engine are those of the crowd, to the last digit."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace

import pyarrow as pa
import pytest
from command_line import incrowd
from engine_agreement import open_as
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from remote_rows import keep_rows
from sqlglot import exp, parse_one

import incrowd as ic
from incrowd.crowd.crowd import Protection
from incrowd.engines.remote.states.minimal import _split
from incrowd.engines.states.minimal import ClassList, MinimalQuestion, list_minimal
from incrowd.engines.states.question import Shown
from incrowd.errors import CrowdNeeded, EngineError, InvalidParameter
from incrowd.service.subsets import pushed_standouts
from incrowd.service.subsets.standouts import standouts_csv

NAMES = ("age", "sex", "zip", "job")
QUASI = dict.fromkeys(NAMES, "quasi")
CELLS = (
    st.sampled_from(["30", "31", "32", "45", "60", None]),
    st.sampled_from(["m", "f", None, "*missing*"]),
    st.sampled_from(["89073", "89074", "89081", "10115"]),
    st.sampled_from(["nurse", "a, b"]),
)
ROWS = st.lists(st.tuples(*CELLS), min_size=1, max_size=40)


def frame(rows):
    columns = zip(*rows, strict=True)
    return pa.table({n: pa.array(c, pa.string()) for n, c in zip(NAMES, columns, strict=True)})


def both(rows, folder):
    stored = keep_rows(frame(rows), folder)
    return stored, replace(open_as(stored, QUASI), push_down=True), open_as(stored, QUASI)


@settings(max_examples=scaled(40))
@given(ROWS, st.integers(2, 5), st.integers(1, 5), st.data())
def test_the_answer_is_that_of_the_crowd(tmp_path_factory, rows, k, max_size, data):
    stored, pushed, counted = both(rows, tmp_path_factory.mktemp("rows"))
    with closing(stored):
        heights = {name: each.height for name, each in counted.hierarchies.items()}
        levels = {name: data.draw(st.integers(0, height)) for name, height in heights.items()}
        for chosen in ({}, levels):
            ours = pushed.standouts(chosen, k, max_size=max_size)
            theirs = counted.standouts(chosen, k, max_size=max_size)
            assert ours.to_dict() == theirs.to_dict()
            assert standouts_csv(ours) == standouts_csv(theirs)


@pytest.fixture
def people(tmp_path):
    """Nobody stands out by one attribute, four do by two, and all the others by three."""
    rows = [
        (age, sex, zip_code, job)
        for age in ("30", "31", "32")
        for sex in ("m", "f")
        for zip_code in ("89073", "89074", "10115")
        for job in ("nurse",)
    ]
    stored, pushed, counted = both(rows, tmp_path)
    with closing(stored):
        yield pushed, counted


def test_what_is_too_much_to_list_is_counted(people, monkeypatch):
    pushed, counted = people
    whole = counted.standouts(max_size=3)
    assert whole.counts == {1: 0, 2: 0, 3: 18}
    monkeypatch.setattr(pushed_standouts, "MOST_LISTED", 10)
    found = pushed.standouts(max_size=3)
    assert found.max_size == 2
    assert found.rows == ()
    assert found.counts == {1: 0, 2: 0}
    assert found.unlisted.size == 3
    assert found.unlisted.groups == 18
    (combination,) = found.unlisted.combinations
    assert (combination.attributes, combination.rows) == (("age", "sex", "zip"), 18)
    assert found.unlisted.examples[0].values == {"age": "30", "sex": "f", "zip": "10115"}
    assert "One row is about somebody aged 30" in found.unlisted.examples[0].reason
    assert "No combination of up to 2 attributes" in found.explanation[0]
    assert "18 groups of fewer than 2 rows: too many to list" in found.explanation[-2]
    assert "'age', 'sex', 'zip' than because of anything else: 18." in found.explanation[-1]


def test_smaller_combinations_are_listed_as_if_only_these_were_asked_for(tmp_path, monkeypatch):
    rows = [(str(30 + n % 9), "mf"[n % 2], f"8907{n % 5}", "nurse") for n in range(60)]
    stored, pushed, counted = both([*rows, ("99", "m", "89070", "nurse")], tmp_path)
    with closing(stored):
        monkeypatch.setattr(pushed_standouts, "MOST_LISTED", 3)
        found, known = pushed.standouts(max_size=3), counted.standouts(max_size=1)
        assert [row.combinations for row in known.rows] == [(("age",),)]
        alike = replace(found, unlisted=None, explanation=()).to_dict()
        assert alike == replace(known, explanation=()).to_dict()
        assert found.unlisted.size == 2
        assert found.unlisted.groups > 3
        monkeypatch.setattr(pushed_standouts, "MOST_LISTED", 0)
        nothing = pushed.standouts(max_size=3)
        assert (nothing.max_size, nothing.total, nothing.unlisted.groups) == (0, 0, 1)
        assert "Single attributes lead to 1 groups" in nothing.explanation[0]


def test_too_many_combinations_are_not_all_looked_at(people, monkeypatch):
    pushed, _ = people
    monkeypatch.setattr(pushed_standouts, "MOST_SETS", 10)
    found = pushed.standouts(max_size=4)
    assert found.max_size == 2
    assert "more than 2 attributes were not checked" in found.explanation[-1]


def test_what_cannot_be_asked_is_refused(people):
    pushed, _ = people
    with pytest.raises(InvalidParameter, match="cannot search"):
        pushed.standouts(k=1)
    with pytest.raises(InvalidParameter, match="0 attributes"):
        pushed.standouts(max_size=0)


def test_a_table_that_changes_meanwhile_is_noticed(people, monkeypatch):
    pushed, _ = people
    source = type(pushed.source)
    tally = source.tally_within
    monkeypatch.setattr(
        source, "tally_within", lambda self, *asked: [tally(self, *asked)[0].slice(1)]
    )
    with pytest.raises(EngineError, match="has changed"):
        pushed.standouts(max_size=3)


def test_promised_values_need_the_crowd():
    rows = frame([("30", "m", "89073", "nurse")] * 3)
    with ic.open(rows, quasi=["age"], sensitive=["job"], push_down=True) as people:
        assert people.standouts().total == 0
        guarded = people.with_guards({"job": (Protection("job", "distinct_l", 2),)})
        with pytest.raises(CrowdNeeded):
            guarded.standouts()


def test_the_command_line_answers_the_same(tmp_path):
    path = tmp_path / "people.csv"
    lines = [f"{20 + n % 7},{'mf'[n % 2]},{n % 3}" for n in range(50)]
    path.write_text("\n".join(["age,sex,zip", *lines, "99,m,2"]))
    command = ["standouts", str(path), "--qi", "age,sex,zip", "--json"]
    ours, theirs = incrowd(*command, "--push-down"), incrowd(*command)
    assert ours.returncode == 0
    assert json.loads(ours.stdout) == json.loads(theirs.stdout)
    assert json.loads(ours.stdout)["rows"][0]["row"] == 51


def rows_of(grouped, counted) -> exp.Select:
    keys = [f"{shown.name} AS f{place}" for place, shown in enumerate((*grouped, *counted))]
    return exp.select(*keys).from_("people")


@pytest.mark.parametrize("dialect", ["postgres", "trino", "spark", "duckdb"])
def test_all_sets_are_one_scan(dialect):
    age, sex = Shown("age"), Shown("sex")
    question = MinimalQuestion(((age,), (sex,), (age, sex)), 2, 10)
    weight = exp.Count(this=exp.Star())
    sql = list_minimal(rows_of, question, weight, lambda _, key: key, grouping_sets=True)
    text = sql.sql(dialect)
    assert text.count("FROM people") == 1
    assert parse_one(text, dialect=dialect)


def test_long_lists_travel_in_several_statements():
    age, sex = Shown("age"), Shown("sex")
    cells = tuple((str(number), None) for number in range(100))
    whole = [ClassList((age, sex), cells), ClassList((sex, age), cells)]
    parts = list(_split(whole, 2_000))
    assert [line for part in parts for each in part for line in each.cells] == [*cells, *cells]
    assert len(parts) > 3
    assert list(_split([], 2_000)) == [[]]
    many = list(_split([ClassList((age,), (("1",),))] * 45, 1_000_000))
    assert [len(part) for part in many] == [20, 20, 5]
