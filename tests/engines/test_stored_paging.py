"""Pages of a stored table against a twin that does the same with a list of rows."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from stored_rows import Keeper, Row, Twin, keep, rows_in, tuples_of

from incrowd.engines.stored.page import (
    OPERATORS,
    Filter,
    KeptTuples,
    PageRequest,
    Recoding,
    SizeRange,
)
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName
from incrowd.table import MISSING

NAMES = ["count", "size", 'a "word"']
COUNTS = st.sampled_from(["7", "+7", "-12", "100", "12", "?", "nan", None])
SIZES = st.sampled_from(["0.5", "1.50", "1.5", "2", "1e3", "inf", "NA", None])
WORDS = st.sampled_from(["Alpha", "alpha", "beta", "É", "", "it's", "*", None])
ROWS = st.lists(st.tuples(COUNTS, SIZES, WORDS), min_size=1, max_size=25)
VALUES = ["7", "7.0", "12", "1,5", "0.5", "alpha", "A", "", "'", "low", "mid", "*", MISSING, "x"]
LABELS = ["low", "mid", "*"]


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    operator = draw(st.sampled_from(OPERATORS))
    value = None if operator == "missing" else draw(st.sampled_from(VALUES))
    return Filter(draw(st.sampled_from(NAMES)), operator, value)


@st.composite
def recodings(draw: st.DrawFn, rows: list[Row]) -> dict[str, Recoding]:
    """Some columns recoded; a missing value may keep a label of its own."""
    chosen = {}
    for place, name in enumerate(NAMES):
        if draw(st.booleans()):
            values = tuple(draw(st.permutations(list(dict.fromkeys(row[place] for row in rows)))))
            labels = [draw(st.sampled_from(LABELS)) for _ in values]
            if None in values and draw(st.booleans()):
                labels[values.index(None)] = MISSING
            chosen[name] = Recoding(values, tuple(labels))
    return chosen


@st.composite
def judgements(draw: st.DrawFn, rows: list[Row]) -> dict[Row, tuple[bool, int]]:
    found = dict.fromkeys((row[0], row[2]) for row in rows)
    return {each: (draw(st.booleans()), draw(st.integers(1, 9))) for each in found}


def size_ranges() -> st.SearchStrategy[SizeRange]:
    return st.builds(SizeRange, st.integers(1, 5), st.none() | st.integers(1, 9))


def requests(known: dict[str, Recoding], kept: KeptTuples | None) -> st.SearchStrategy[PageRequest]:
    return st.builds(
        PageRequest,
        offset=st.integers(0, 6),
        limit=st.integers(0, 9),
        recodings=st.just(known),
        kept=st.just(kept),
        sort=st.sampled_from([None, *NAMES]),
        descending=st.booleans(),
        filters=st.lists(filters(), max_size=2).map(tuple),
        include_suppressed=st.booleans(),
        by_risk=st.just(False) if kept is None else st.booleans(),
        sizes=st.none() if kept is None else st.none() | size_ranges(),
    )


@settings(max_examples=scaled(25))
@given(st.data())
def test_a_page_is_what_a_list_of_rows_gives(data: st.DataObject) -> None:
    rows = data.draw(ROWS)
    known = data.draw(recodings(rows))
    judged = data.draw(st.none() | judgements(rows))
    kept = None if judged is None else tuples_of([NAMES[0], NAMES[2]], judged)
    with tempfile.TemporaryDirectory() as folder:
        table = keep(Path(folder), rows, NAMES)
        twin = Twin(rows, table.profiles(), judged, [NAMES[0], NAMES[2]])
        for request in data.draw(st.lists(requests(known, kept), min_size=4, max_size=12)):
            try:
                wanted = twin.page(request)
            except InvalidParameter:
                with pytest.raises(InvalidParameter):
                    table.page(request)
                continue
            assert table.page(request) == wanted
        table.close()


PEOPLE: list[Row] = [
    ("9", "b", "31/12/2019"),
    ("10", "a", "01/02/2020"),
    (None, "c", None),
    ("9", "a", "05/01/2021"),
    ("100", None, "02/02/2020"),
]
PEOPLE_NAMES = ["age", "group", "seen"]


def _numbers(found: object) -> list[int]:
    return [row.row for row in found.rows]


def test_numbers_and_dates_sort_by_size_and_time(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    assert _numbers(table.page(PageRequest(sort="age"))) == [1, 4, 2, 5, 3]
    assert _numbers(table.page(PageRequest(sort="age", descending=True))) == [5, 2, 1, 4, 3]
    assert _numbers(table.page(PageRequest(sort="seen"))) == [1, 2, 5, 4, 3]
    assert _numbers(table.page(PageRequest(sort="group", descending=True))) == [3, 1, 2, 4, 5]


def test_dates_are_compared_as_dates(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    found = table.page(PageRequest(filters=(Filter("seen", "at_least", "02/02/2020"),)))
    assert _numbers(found) == [4, 5]
    with pytest.raises(InvalidParameter, match="cannot be compared") as caught:
        table.page(PageRequest(filters=(Filter("seen", "at_most", "2020"),)))
    assert "31/12/2019" in caught.value.hint


def test_groups_sort_and_compare_in_the_order_of_their_values(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    bands = Recoding(("9", "10", "100", None), ("5-9", "10-14", "10-14", MISSING))
    request = PageRequest(recodings={"age": bands}, sort="age")
    found = table.page(request)
    assert [row.cells[0] for row in found.rows] == ["5-9", "5-9", "10-14", "10-14", MISSING]
    assert [row.changed[0] for row in found.rows] == [True, True, True, True, False]
    above = PageRequest(recodings={"age": bands}, filters=(Filter("age", "at_least", "10-14"),))
    assert _numbers(table.page(above)) == [2, 5]
    unknown = PageRequest(recodings={"age": bands}, filters=(Filter("age", "at_least", "10"),))
    with pytest.raises(InvalidParameter, match="shows no '10'"):
        table.page(unknown)


def test_suppressed_rows_are_left_out_unless_asked_for(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    judged = {("a",): (True, 2), ("b",): (False, 1), ("c",): (True, 3), (None,): (False, 1)}
    tuples = tuples_of(["group"], judged)
    found = table.page(PageRequest(kept=tuples, offset=1))
    assert (found.total, _numbers(found)) == (3, [3, 4])
    everyone = table.page(PageRequest(kept=tuples, include_suppressed=True))
    assert [row.suppressed for row in everyone.rows] == [True, False, False, False, True]
    assert [row.size for row in everyone.rows] == [1, 2, 3, 2, 1]
    assert [tuple(row)[:2] for row in table.risky(2, tuples)] == [(2, 2), (4, 2)]
    assert table.risky(9, tuples)[-1].cells == PEOPLE[2]
    assert table.risky(0, tuples) == []


def test_another_state_of_the_same_tuples_needs_no_join(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    first = {("a",): (True, 2), ("b",): (True, 1), ("c",): (True, 3), (None,): (True, 1)}
    second = dict.fromkeys(first, (False, 5))
    assert table.page(PageRequest(kept=tuples_of(["group"], first))).total == 5
    monkeypatch.setattr("incrowd.engines.stored.published_sql.SuppressionMarker._joined", None)
    assert table.page(PageRequest(kept=tuples_of(["group"], second))).total == 0


def test_states_and_recodings_are_forgotten_in_time(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incrowd.engines.stored.table._RECODINGS", 3)
    monkeypatch.setattr("incrowd.engines.stored.table._STATES", 2)
    table = kept(PEOPLE, PEOPLE_NAMES)
    for size in range(8):
        judged = {(each,): (True, size) for each in ("a", "b", "c", None)}
        labels = Recoding(("a", "b", "c", None), (f"x{size}",) * 4)
        request = PageRequest(kept=tuples_of(["group"], judged), recodings={"group": labels})
        shown = {(row.size, row.cells[1]) for row in table.page(request).rows}
        assert shown == {(size, f"x{size}")}
    with table.cursor() as cursor:
        names = cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert len(names) == 3 + 2


def test_classes_of_other_data_are_refused(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    with pytest.raises(InvalidParameter, match="describe 2 rows, but the table has 5"):
        table.page(PageRequest(kept=tuples_of(["group"], {("a",): (True, 2)})))
    with pytest.raises(InvalidParameter, match="'100', a value of 'age', has no label"):
        table.page(PageRequest(recodings={"age": Recoding(("9", "10", None), ("a", "a", "b"))}))
    assert rows_in(table) == PEOPLE


def test_a_table_without_quasi_identifiers_is_one_class(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    found = table.page(PageRequest(kept=tuples_of([], {(): (True, 5)})))
    assert [row.size for row in found.rows] == [5] * 5


def test_columns_named_like_our_own(kept: Keeper) -> None:
    rows: list[Row] = [("x", "1", "p"), ("y", "2", "q")]
    names = ["kept", "size", "row"]
    table = kept(rows, names)
    tuples = tuples_of(names[:2], {("x", "1"): (False, 7), ("y", "2"): (True, 8)})
    found = table.page(PageRequest(kept=tuples, sort="row"))
    assert [tuple(row)[:4] for row in found.rows] == [(2, False, 8, ("y", "2", "q"))]


def test_large_numbers_keep_their_last_digit(kept: Keeper) -> None:
    rows: list[Row] = [("123456789012345679",), ("123456789012345678",), ("9",)]
    table = kept(rows, ["id"])
    assert _numbers(table.page(PageRequest(sort="id"))) == [3, 2, 1]
    same = PageRequest(filters=(Filter("id", "equals", "123456789012345678"),))
    assert _numbers(table.page(same)) == [2]
    for beyond in ("9" * 36, "9" * 60, "1e400"):
        request = PageRequest(filters=(Filter("id", "equals", beyond),))
        assert table.page(request).total == 0


def test_values_are_never_sql(kept: Keeper) -> None:
    table = kept([("'; DROP VIEW stored; --", "?"), ("$1", "x")], ["a", "b"])
    for operator in ("contains", "equals", "at_least"):
        request = PageRequest(filters=(Filter("a", operator, "'; DROP VIEW stored; --"),))
        assert table.page(request).rows[0].row == 1
    assert table.page(PageRequest(filters=(Filter("b", "equals", "?"),))).total == 1


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda: PageRequest(offset=-1), InvalidParameter),
        (lambda: PageRequest(limit=-1), InvalidParameter),
        (lambda: Filter("age", "like", "x"), UnknownName),
        (lambda: Filter("age", "equals"), InvalidParameter),
    ],
)
def test_requests_that_make_no_sense(wrong: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        wrong()


def test_columns_that_do_not_exist(kept: Keeper) -> None:
    table = kept(PEOPLE, PEOPLE_NAMES)
    recoding = Recoding((), ())
    for request in (
        PageRequest(sort="aeg"),
        PageRequest(filters=(Filter("aeg", "missing"),)),
        PageRequest(recodings={"aeg": recoding}),
        PageRequest(kept=tuples_of(["aeg"], {("a",): (True, 1)})),
    ):
        with pytest.raises(UnknownAttribute) as caught:
            table.page(request)
        assert caught.value.hint == "Did you mean 'age'?"
    with pytest.raises(InvalidParameter):
        table.risky(-1, tuples_of([], {(): (True, 5)}))
