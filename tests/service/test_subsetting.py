"""Attribute subsets as they are told: of a data set, in a state, in a workspace."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

import incrowd as ic
from incrowd.errors import InvalidParameter, NotNow, UnknownAttribute, UnknownName
from incrowd.journal import AssignRole, Generalize, Suppress
from incrowd.language import set_language, translate
from incrowd.service.decisions.decide import decide
from incrowd.service.subsets import subsets as subsetting
from incrowd.service.subsets.extreme_pairs import rank_pairs
from incrowd.subsets import maximal
from incrowd.subsets.columns import Columns
from incrowd.subsets.matrix import compared
from service.people_data import PEOPLE

KEYS = {
    "attributes",
    "left_out",
    "rows",
    "k",
    "threshold",
    "linkage",
    "single",
    "pairs",
    "measure",
    "merges",
    "order",
    "releasable",
    "guide",
    "maximal",
    "complete",
    "explanation",
    "strongest",
    "weakest",
    "pair_words",
}


def table_of(rows: list[str], **roles: object):
    """A table of one letter per column."""
    columns = {f"c{place}": [row[place] for row in rows] for place in range(len(rows[0]))}
    return ic.open(pa.table(columns), **{"quasi": list(columns), **roles})


@pytest.fixture
def toy(golden):
    facts = json.loads((golden / "subsets.json").read_text())["toy16"]
    columns = dict(zip("ABCD", map(list, zip(*facts["data"], strict=True)), strict=True))
    with ic.open(pa.table(columns), quasi=list("ABCD")) as dataset:
        yield dataset


def test_the_json_keys_are_the_contract(toy):
    told = json.loads(json.dumps(toy.subsets(threshold=3).to_dict(), allow_nan=False))
    assert set(told) == KEYS
    assert told["attributes"] == list("ABCD")
    assert (told["rows"], told["k"], told["threshold"]) == (16, 1, 3)
    assert told["single"] == {"A": 8, "B": 8, "C": 4, "D": 2}
    assert {"a": "B", "b": "D", "k": 2} in told["pairs"]
    assert len(told["pairs"]) == 6
    assert told["merges"][1] == {
        "members": ["C", "A", "B"],
        "k": 2,
        "left": ["C"],
        "right": ["A", "B"],
        "linkage": 2.0,
    }
    assert told["order"] == ["D", "B", "A", "C"]
    assert told["releasable"] == [["A", "B"], ["C"]]
    assert told["guide"][0]["next"]["rows"] == 16
    assert told["maximal"] == [
        {"members": ["A", "B"], "k": 4, "in_tree": True},
        {"members": ["A", "C"], "k": 4, "in_tree": False},
    ]
    assert told["explanation"] == [
        "At a threshold of 3 at most 2 attributes can be released together, for example 'A', 'B' "
        "(k = 4).",
        "The tree misses 1 of the 2 subsets that cannot be extended: it joins attributes step by "
        "step and never goes back.",
    ]
    assert told["measure"]["cells"][0] == [8, 4, 4, 1]


def test_cells_show_any_measure(toy):
    below = toy.subsets(threshold=3, measure="below_k").shown
    assert below.title == "Rows in groups smaller than 3"
    # C and D: sixteen groups of one row; A and B: four of four
    assert (below.cells[2][3], below.cells[0][1], below.whole) == (100.0, 0.0, 100.0)
    uniques = toy.subsets(measure="uniques").shown
    assert (uniques.cells[2][3], uniques.cells[1][3], uniques.whole) == (16, 0, 16)
    assert toy.subsets(measure="average_risk").shown.cells[0][0] == pytest.approx(100 * 2 / 16)
    assert toy.subsets(measure="k_anonymity").shown.cells == toy.subsets().shown.cells
    # by way of the registry
    assert toy.subsets(measure="row_risk").shown.cells[2][3] is not None


def test_measures_of_sensitive_attributes():
    rows = ["ax1", "ax2", "ay1", "by1", "by1"]
    with table_of(rows, quasi=["c0", "c1"], sensitive=["c2"]) as dataset:
        shown = dataset.subsets(measure="distinct_l").shown
        assert shown.cells == ((1, 1), (1, 1))
        assert shown.whole == 1
        assert dataset.subsets({"c0": 1, "c1": 1}, measure="distinct_l").shown.whole == 2
    with table_of(rows, quasi=["c0", "c1", "c2"]) as dataset:
        with pytest.raises(InvalidParameter, match="cannot be computed"):
            dataset.subsets(measure="distinct_l")
        for name in ("utility_loss", "kk"):
            with pytest.raises(UnknownName, match=name):
                dataset.subsets(measure=name)


def test_a_measure_that_would_take_too_long_is_refused(toy, monkeypatch):
    monkeypatch.setattr(subsetting, "MOST_MEASURED", 10)
    with pytest.raises(InvalidParameter, match="too long"):
        toy.subsets(measure="row_risk")


def test_in_a_state(toy):
    raised = toy.subsets({"C": 1, "D": 1}, threshold=16)
    assert raised.picture.matrix.k.tolist() != toy.subsets().picture.matrix.k.tolist()
    assert raised.picture.whole_k >= toy.subsets().picture.whole_k
    hidden = {name: one.height for name, one in toy.hierarchies.items()}
    everything = toy.subsets(hidden, threshold=16)
    assert everything.picture.whole_k == 16
    assert everything.explanation == ("Everything can be released together: k is 16.",)
    assert [len(one.members) for one in everything.releasable] == [4]
    with pytest.raises(UnknownAttribute):
        toy.subsets({"X": 1})


def test_nothing_can_be_released(toy):
    found = toy.subsets(threshold=100)
    assert found.to_dict()["releasable"] == found.to_dict()["maximal"] == []
    assert found.explanation == (
        "Nothing can be released at a threshold of 100: the closest is 'A' alone, with k = 8.",
    )
    with pytest.raises(InvalidParameter, match="threshold of 0"):
        toy.subsets(threshold=0)
    with pytest.raises(UnknownName, match="linkage"):
        toy.subsets(linkage="median")


def test_one_attribute_and_constant_ones():
    with table_of(["a", "a", "b"]) as dataset:
        told = dataset.subsets(threshold=2).to_dict()
        assert (told["pairs"], told["merges"], told["order"]) == ([], [], ["c0"])
        assert "the closest is 'c0' alone, with k = 1" in told["explanation"][0]
    with table_of(["abc"] * 7) as dataset:
        told = dataset.subsets(threshold=7).to_dict()
        assert told["releasable"][0] == ["c2", "c0", "c1"]
        assert told["maximal"][0]["in_tree"]
    with table_of(["ax", "ay", "bx", "by"]) as dataset:
        (first, *_) = dataset.subsets(threshold=2).explanation
        assert first == "At a threshold of 2 no two attributes can be released together."


@pytest.mark.slow
def test_three_hundred_attributes():
    rows = ["".join("ab"[(row >> place % 7) % 2] for place in range(300)) for row in range(128)]
    with table_of(rows) as dataset:
        found = dataset.subsets(threshold=64)
        told = found.to_dict()
        assert (len(told["attributes"]), len(told["left_out"])) == (120, 180)
        assert told["explanation"][0].startswith(
            "Comparing all pairs would take too long, so only 120 of 300 attributes are compared"
        )
        assert told["k"] == 1
        assert len(told["maximal"]) == 7  # every seventh column is the same
        assert sum(len(one["members"]) for one in told["maximal"]) == 120


def test_what_is_not_proven_is_not_said(toy, monkeypatch):
    monkeypatch.setattr(maximal, "MOST_SUBSETS", 1)
    found = toy.subsets(threshold=3)
    assert not found.to_dict()["complete"]
    assert "at most" not in " ".join(found.explanation)
    assert found.explanation[-1].startswith("There may be more: the search was stopped after ")


def test_those_with_the_largest_k_are_compared():
    with table_of(["axm", "axn", "byn", "byo"]) as dataset:
        columns = Columns.of(dataset.crowd.at(dataset.crowd.bottom))
    assert compared(columns) == [0, 1, 2]
    assert compared(columns, most_attributes=2) == [0, 1]
    assert compared(columns, most_work=12) == [0, 1]
    assert compared(columns, most_work=1) == [0, 1]


def test_where_the_decisions_lead(opened):
    for name in ("disease", "pay"):
        decide(opened, AssignRole(name, "insensitive"))
    raw = subsetting.tell_subsets(opened, 2, "union", "k")
    assert raw.picture.columns.names == ("age", "sex")
    assert raw.picture.matrix.k.tolist() == [[1, 1], [1, 2]]
    assert subsetting.tell_subsets(opened, 3, "union", "k").picture is raw.picture
    decide(opened, Suppress(2))
    assert subsetting.tell_subsets(opened, 2, "union", "k").picture.matrix.rows == 2
    height = opened.snapshot().dataset.hierarchies["age"].height
    decide(opened, Generalize("age", height))
    after = subsetting.tell_subsets(opened, 2, "average", "below_k")
    assert after.picture.matrix.k.tolist() == [[6, 2], [2, 2]]
    assert after.shown.whole == 0


def test_sensitive_and_other_columns_are_compared_as_if_known(opened):
    """Every cell against counting rows by hand."""
    rows = [line.split(",") for line in PEOPLE.strip().splitlines()]
    names, cells = rows[0], rows[1:]
    decide(opened, AssignRole("pay", "insensitive"))
    for included, wanted in (
        ((), ["age", "sex"]),
        (("sensitive",), ["age", "sex", "disease"]),
        (("insensitive",), ["age", "sex", "pay"]),
        (("sensitive", "insensitive"), ["age", "sex", "disease", "pay"]),
    ):
        told = subsetting.tell_measurable_subsets(opened, 2, "union", "uniques", included)
        found = told.subsets
        assert list(found.attributes) == wanted
        for a, b in itertools.product(wanted, repeat=2):
            places = names.index(a), names.index(b)
            counts = Counter(tuple(row[place] for place in places) for row in cells)
            cell = found.shown.cells[wanted.index(a)][wanted.index(b)]
            assert cell == sum(count == 1 for count in counts.values()), (a, b)
            if a < b:
                (pair,) = [one for one in found.pairs if {one.a, one.b} == {a, b}]
                assert pair.k == min(counts.values())


def test_what_is_left_out_stays_left_out_with_other_columns(opened):
    decide(opened, AssignRole("disease", "insensitive"))
    decide(opened, AssignRole("pay", "insensitive"))
    decide(opened, Suppress(2))
    found = subsetting.tell_subsets(opened, 2, "union", "k", ["insensitive"])
    assert found.rows == 2  # the two who are 52
    assert found.single["pay"] == 1


def test_rows_left_out_because_of_a_sensitive_column_are_not_compared_by_it(opened):
    decide(opened, Generalize("age", 1))
    decide(opened, Suppress(2))
    with pytest.raises(NotNow, match="left out because of 'disease'"):
        subsetting.tell_subsets(opened, 2, "union", "k", ["sensitive"])


def test_with_other_columns_only_sizes_are_measured(opened):
    with pytest.raises(InvalidParameter, match="cannot be shown with other columns"):
        subsetting.tell_subsets(opened, 2, "union", "distinct_l", ["sensitive"])
    with pytest.raises(UnknownName):
        subsetting.tell_subsets(opened, 2, "union", "k", ["identifier"])


def test_the_strongest_and_the_weakest_pair_are_named(opened):
    decide(opened, AssignRole("pay", "quasi"))
    decide(opened, AssignRole("disease", "quasi"))
    words = subsetting.tell_subsets(opened, 2, "union", "k").pair_words[0]
    assert words == (
        "'age' and 'disease' together single out 6 rows; 'sex' and 'disease' single out 2 rows."
    )
    set_language("es")
    spanish = translate(words)
    set_language("en")
    assert spanish == (
        "'age' y 'disease' juntas señalan a 6 filas; 'sex' y 'disease' señalan a 2 filas."
    )


def test_pairs_that_single_out_nobody_are_told_with_their_smallest_group():
    with table_of(["aax", "aax", "aby", "aby", "bax", "bax", "bax", "bby", "bby"]) as dataset:
        words = dataset.subsets(threshold=2).pair_words[0]
    assert words == (
        "No two columns together single out anybody. The smallest group, of 'c0' and 'c1', "
        "has 2 rows."
    )


def test_the_weakest_pair_may_single_out_nobody():
    with table_of(["aax", "aay", "bbz", "bbw"]) as dataset:
        words = dataset.subsets(threshold=2).pair_words[0]
    assert words == "'c0' and 'c2' together single out 4 rows; 'c0' and 'c1' single out nobody."


def test_of_columns_that_are_not_compared_nothing_is_said(monkeypatch):
    monkeypatch.setattr(subsetting, "compared", lambda columns: [0, 1])
    with table_of(["aax", "aay", "bbz", "bbw"]) as dataset:
        words = dataset.subsets(threshold=2).pair_words[0]
    assert words.startswith("Of the columns compared: No two columns together single out anybody.")


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=1, max_size=14))
@settings(max_examples=scaled(20))
def test_no_pair_is_stronger_than_the_strongest_or_weaker_than_the_weakest(rows):
    with table_of(["".join(row) for row in rows]) as dataset:
        strongest, weakest = rank_pairs(dataset.subsets().picture)
    alone = {}
    for a, b in itertools.combinations(range(3), 2):
        counts = Counter((row[a], row[b]) for row in rows)
        alone[f"c{a}", f"c{b}"] = sum(count == 1 for count in counts.values())
    assert strongest.singled_out == alone[strongest.a, strongest.b] == max(alone.values())
    assert weakest.singled_out == alone[weakest.a, weakest.b] == min(alone.values())
