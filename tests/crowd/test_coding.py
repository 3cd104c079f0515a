"""Texts become codes in value order: numbers by size, dates by time, missing last."""

from __future__ import annotations

import pyarrow as pa
import pytest
from small_crowds import attribute, tally

from incrowd.crowd import coding
from incrowd.crowd.coding import build_crowd
from incrowd.engines.contract import ROWS
from incrowd.table import Attribute, Kind, Profile, Role


def domain_of(values: list[str | None], profile: Profile) -> tuple[str | None, ...]:
    table = tally([(value,) for value in values], [profile.name])
    return build_crowd(table, [Attribute(profile, Role.QUASI, "")], []).domains[0].values


def profile(kind: Kind, **facts: object) -> Profile:
    return Profile("q", kind, rows=3, missing=0, distinct=3, **facts)


@pytest.mark.parametrize(
    ("kind", "facts", "values", "expected"),
    [
        (Kind.INTEGER, {}, ["10", "9", "-3"], ("-3", "9", "10")),
        (Kind.INTEGER, {}, ["10", "?", None, "9"], ("9", "10", "?", None)),
        (Kind.DECIMAL, {}, ["1e3", "2.5", "nan"], ("2.5", "1e3", "nan")),
        (Kind.DECIMAL, {"decimal_comma": True}, ["10,5", "9,25"], ("9,25", "10,5")),
        (
            Kind.DATE,
            {"date_format": "%d/%m/%Y"},
            ["02/01/2021", "03/01/2020"],
            ("03/01/2020", "02/01/2021"),
        ),
        (Kind.DATE, {}, ["2021-01-02", "1969-12-31"], ("1969-12-31", "2021-01-02")),
        (Kind.TEXT, {}, ["10", "9", "b", "a"], ("10", "9", "a", "b")),
        (Kind.TEXT, {}, [None, None], (None,)),
    ],
)
def test_value_order(kind, facts, values, expected):
    assert domain_of(values, profile(kind, **facts)) == expected


def test_counts_are_rows_not_tuples():
    rows = [("a", "x")] * 3 + [("a", "y")] * 2 + [("b", "x")]
    crowd = build_crowd(tally(rows, ["q", "p"]), [attribute("q"), attribute("p")], [])
    assert crowd.rows == 6
    assert len(crowd.counts) == 3
    assert dict(zip(crowd.domains[0].values, crowd.domains[0].counts.tolist(), strict=True)) == {
        "a": 5,
        "b": 1,
    }


def test_dictionary_columns_and_chunks():
    chunk = pa.array(["b", "a", None]).dictionary_encode()
    table = pa.table(
        {"q": pa.chunked_array([chunk, chunk]), ROWS: pa.array([1, 2, 3, 4, 5, 6], pa.int64())}
    )
    crowd = build_crowd(table, [attribute("q")], [])
    assert crowd.domains[0].values == ("a", "b", None)
    assert crowd.domains[0].counts.tolist() == [7, 5, 9]
    assert sorted(crowd.counts.tolist()) == [5, 7, 9]


def test_sensitive_attributes_do_not_split_tuples():
    rows = [("a", "flu"), ("a", "hiv"), ("b", "flu")]
    crowd = build_crowd(tally(rows, ["q", "s"]), [attribute("q")], [attribute("s", Role.SENSITIVE)])
    assert len(crowd.counts) == 2
    assert crowd.sensitive[0].name == "s"
    assert crowd.sensitive[0].shares.tolist() == pytest.approx([2 / 3, 1 / 3])


def test_the_order_in_which_an_engine_counts_changes_nothing(monkeypatch):
    rows = [(a, b, c) for a in "zyx" for b in ("2", None, "10") for c in "ts"]
    quasi, sensitive = [attribute("a"), attribute("b")], [attribute("c", Role.SENSITIVE)]
    for space in (coding.KEY_SPACE, 4):  # keys of all columns at once, and of few at a time
        monkeypatch.setattr(coding, "KEY_SPACE", space)
        ours, theirs = (
            build_crowd(tally(each, ["a", "b", "c"]), quasi, sensitive)
            for each in (rows, rows[::-1])
        )
        assert [codes.tolist() for codes in ours.codes] == [
            codes.tolist() for codes in theirs.codes
        ]
        for name in ("tuples", "values", "counts"):
            one, other = (getattr(each.sensitive[0], name).tolist() for each in (ours, theirs))
            assert one == other
        assert ours.codes[0].tolist() == sorted(ours.codes[0].tolist())
