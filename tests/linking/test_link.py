"""Linked releases end to end: golden cases through files and the engine, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from golden_files import read_golden
from golden_joins import Query, read_query

from incrowd.engines.joins.join import Column
from incrowd.errors import IncrowdError, InvalidParameter, UnknownAttribute, UnknownName
from incrowd.linking.joins.columns import Columns
from incrowd.service.linked.link import LinkRequest, link, open_linked

CASES = read_golden("linking.json")
JOINS = [name for name, case in CASES.items() if "sql" in case and " in (" not in case["sql"]]


def linked(query: Query, **more):
    on = [f"{left}={right}" for left, right in query.on]
    return link(
        *query.tables,
        sensitive="HealthCondition",
        on=on if on or query.kind != "cross" else None,
        know=[f"{label}={value}" for label, value in query.facts],
        ranges=["age=LowerAge:UpperAge"] if query.ages else [],
        different=query.different,
        join=None if query.kind == "cross" else query.kind,
        **more,
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", JOINS)
def test_the_cases_of_anonymity_pal_end_to_end(name: str, golden: Path) -> None:
    query, wanted = read_query(CASES[name]["sql"], golden), CASES[name]["computed"]
    found = linked(query)
    compositions = found.what_if.compositions
    one = compositions[query.asked] if query.different else found.what_if.main
    assert (one.n, one.v, one.rule) == (wanted["N"], wanted["V"], wanted["rule"])
    assert one.p == pytest.approx(wanted["P"], abs=1e-6)
    assert {value.value: value.rows for value in one.values} == wanted["counts"]
    if not query.different:
        answer = found.to_dict()
        assert (answer["n"], answer["v"], answer["rule"]) == (one.n, one.v, one.rule)
        assert answer["values"][0]["rows"] == max(wanted["counts"].values())


def test_values_that_differ_are_told_for_both_sources_and_the_pair(golden: Path) -> None:
    query = read_query(CASES["case4 Single zip130 (a) A"]["sql"], golden)
    answer = linked(query).to_dict()
    assert list(answer["values"]) == ["1", "2", "pair", "unordered"]
    assert [len(values) for values in answer["values"].values()] == [2, 5, 8, 7]
    assert (answer["n"], answer["v"], answer["breach"]) == (17, 8, True)  # Diabetes at 53 %
    assert [pair["left"] for pair in answer["suggested"]] == ["1.ZipCode"]
    assert answer["on"] == []


@pytest.mark.slow
def test_a_proposed_join_says_why(golden: Path) -> None:
    a, b = golden / "ap_table08_hospA.csv", golden / "ap_table09_hospB.csv"
    answer = link(a, b, sensitive="HealthCondition", know=["MaritalStatus=Married"]).to_dict()
    zips, ills = answer["on"]
    assert (zips["left"], zips["right"], zips["condition"]) == ("1.ZipCode", "2.ZipCode", "equal")
    assert zips["proposed"]
    assert zips["reason"] == "The same name, and 100 % of the values are equal."
    assert (ills["left"], ills["proposed"]) == ("1.HealthCondition", False)
    same = link(
        a, b, sensitive="HealthCondition", on=["ZipCode"], know={"MaritalStatus": "Married"}
    )
    assert same.to_dict()["n"] == answer["n"]


@pytest.mark.slow
def test_facts_about_a_name_in_several_sources_hold_in_each(golden: Path) -> None:
    query = read_query(CASES["overlap case1 before marital filter"]["sql"], golden)
    apart = linked(query).what_if.main
    together = link(
        *query.tables,
        sensitive="HealthCondition",
        on=["HealthCondition"],
        know={"age": "29"},
        ranges={"age": "LowerAge:UpperAge"},
    )
    assert together.what_if.main == apart
    assert together.what_if.know == {"age": "29"}


@pytest.mark.slow
def test_the_scan_finds_the_leaks_of_the_thesis(golden: Path) -> None:
    a, b = golden / "ap_table08_hospA.csv", golden / "ap_table09_hospB.csv"
    answer = link(a, b, sensitive="HealthCondition", scan=2).to_dict()
    case1 = {"1.ZipCode": "130**", "MaritalStatus": "Married"}
    (found,) = [one for one in answer["scan"] if one["know"] == case1]
    assert (found["n"], found["v"], found["p"], found["rule"], found["news"]) == (1, 1, 1, 1, True)
    growth = answer["exposure"]["growth"]
    assert [one["facts"] for one in growth] == [0, 1, 2]
    shares = [one["certain"]["sources"][0]["share"] for one in growth]
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1
    assert any("becomes certain about" in one for one in answer["exposure"]["sentences"])
    assert any(one.startswith("If an attacker learns ") for one in answer["exposure"]["sentences"])
    for one in answer["scan"][::8]:
        again = link(a, b, sensitive="HealthCondition", know=one["know"]).to_dict()
        assert (again["n"], again["v"], again["rule"]) == (one["n"], one["v"], one["rule"])


A = pa.table({"zip": ["130**", "140**", None], "age": ["20-30"] * 3, "ill": ["flu", "HIV", "flu"]})
B = pa.table(
    {"zip": ["13012", "14001", "15000"], "job": ["x", "y", "z"], "ill": ["flu", "HIV", None]}
)


@pytest.mark.slow
def test_generalised_values_meet() -> None:
    covered = link(A, B, sensitive="ill", on=["zip:covers"])
    assert covered.joined_rows == 2
    known = link(A, B, sensitive="ill", on=["zip:covers"], know={"2.zip": "13012"}).what_if.main
    assert (known.n, known.rule, known.dominant) == (1, 1, ("flu",))
    proposed = link(A, B, sensitive="ill")
    assert [(pair.condition, bool(pair.reason)) for pair in proposed.on] == [
        ("covers", True),
        ("equal", False),
    ]


@pytest.mark.slow
def test_missing_values_and_rows_without_partner() -> None:
    left = link(A, B, sensitive="ill", on=["zip:covers"], join="left").what_if
    assert (left.main.n, left.without_value) == (3, 0)
    right = link(A, B, sensitive="ill", on=["zip:covers"], join="right").what_if
    assert (right.main.n, right.without_value) == (2, 1)
    assert "no sensitive value: 1 joined rows" in right.sentences[-1]
    full = link(A, B, sensitive="ill", on=["zip:covers"], join="full").what_if
    assert (full.main.n, full.without_value) == (3, 1)
    one_sided = link(A, B, sensitive="1.ill", on=["zip:covers"], join="full").what_if
    assert (one_sided.main.n, one_sided.without_value) == (3, 1)


def test_nobody_matches() -> None:
    answer = link(A, B, sensitive="ill", on=["zip:covers"], know={"job": "cook"}).to_dict()
    assert (answer["n"], answer["p"], answer["rule"], answer["breach"]) == (0, None, None, False)
    assert answer["sentences"][0].startswith("Nobody matches")
    assert "safe" in answer["sentences"][0]


def test_a_scan_of_nothing_is_not_called_safe() -> None:
    a = pa.table({"zip": ["1", "2"], "age": ["10", "20"], "ill": ["flu", "hiv"]})
    b = pa.table({"zip": ["1", "2"], "age": ["20", "10"], "ill": ["flu", "hiv"]})
    found = link(a, b, on=["zip=zip", "age=age"], sensitive="ill", scan=2).scanned
    assert found is not None
    (told,) = found.sentences
    assert (found.joined_rows, found.scan.breached) == (0, 0)
    assert told.startswith("There are no rows")
    assert told.endswith("anybody is safe.")


@pytest.mark.slow
def test_a_column_that_is_named_twice_is_known_once() -> None:
    once, twice = (
        link(A, B, on=["zip:covers"], sensitive="ill", scan=2, known=known).scanned
        for known in (["1.zip", "job"], ["1.zip", "job", "1.zip"])
    )
    assert once is not None
    assert twice is not None
    assert once.to_dict() == twice.to_dict()


@pytest.mark.slow
def test_names_of_many_parts_are_looked_up_at_once() -> None:
    columns = Columns((("zip", "a,b"), ("zip", "c")))
    assert columns.find_together(",".join(["x"] * 400)) == []
    assert columns.find_together(",".join(["zip"] * 400)) == []
    assert columns.find_together("1.a,b,c") == [Column(0, "a,b"), Column(1, "c")]
    assert columns.find("9" * 5000 + ".zip") == []


@pytest.mark.slow
def test_three_sources() -> None:
    c = pa.table({"zip": ["130**"], "sport": ["chess"], "ill": ["flu"]})
    found = link(A, B, c, sensitive="ill", on=["1.zip=2.zip:covers", "1.zip=3.zip"])
    assert [(pair.left.source, pair.right.source) for pair in found.on] == [
        *((0, 1), (0, 2)),
        *((0, 1), (0, 2)),
    ]
    assert found.joined_rows == 1
    assert link(A, B, c, sensitive="ill").joined_rows == 1


def test_a_taxonomy_from_a_folder(tmp_path: Path) -> None:
    lines = "French;European;*\nGerman;European;*\nThai;Asian;*\n"
    (tmp_path / "hierarchy_origin.csv").write_text(lines, "utf-8")
    a = pa.table({"origin": ["European", "Asian"], "ill": ["flu", "HIV"]})
    b = pa.table({"origin": ["French", "Thai", "German"], "ill": ["flu", "HIV", "flu"]})
    found = link(a, b, sensitive="ill", hierarchies=tmp_path, know={"1.origin": "French"})
    assert [pair.condition for pair in found.on] == ["covers", "equal"]
    assert (found.what_if.main.n, found.what_if.main.dominant) == (2, ("flu",))
    with pytest.raises(InvalidParameter, match="no columns that seem to mean the same"):
        link(a.drop(["ill"]), b, sensitive="ill")


@pytest.mark.parametrize(
    ("more", "error", "message", "hint"),
    [
        (
            {"sensitive": ()},
            InvalidParameter,
            "No sensitive column is chosen",
            "such as a diagnosis",
        ),
        ({"sensitive": "il"}, UnknownAttribute, "No source has a column 'il'", "ill"),
        ({"on": ["zip=zap"]}, UnknownAttribute, "'zap'", "zip"),
        ({"on": ["zip:near"]}, UnknownName, "no condition 'near'", "overlaps"),
        ({"on": ["=zip"]}, InvalidParameter, "not a pair of columns", "zip=postcode:overlaps"),
        ({"on": ["age=age"]}, InvalidParameter, "does not join two sources", "zip=postcode"),
        ({"on": ["zip=job"]}, InvalidParameter, "No value of '1.zip' goes with", "overlaps"),
        ({"know": ["hair=red"]}, UnknownAttribute, "'hair'", "Choose from"),
        ({"know": ["zip"]}, InvalidParameter, "is not a fact", "zip=13012"),
        ({"know": ["3.zip=1"]}, UnknownAttribute, r"'3\.zip'", ".zip"),
        ({"threshold": 0}, InvalidParameter, "threshold of 0", "0.05"),
        ({"scan": 7}, InvalidParameter, "7 facts", "1 to 4"),
        ({"join": "outer"}, UnknownName, "no join 'outer'", "inner"),
        ({"ranges": ["age"]}, InvalidParameter, "is not a range", "age=lower_age:upper_age"),
        ({"ranges": ["span=age:job"]}, InvalidParameter, "No source has both ends", "same source"),
        ({"ranges": ["age=zip:ill"]}, InvalidParameter, "has a column 'age' already", "another"),
        ({"sensitive": "1.ill", "different": True}, InvalidParameter, "exactly two", "both"),
        ({"sensitive": ["1.ill", "1.zip"]}, InvalidParameter, "Only one column", "another"),
        ({"known": ["hair"]}, UnknownAttribute, "'hair'", "Choose from"),
        ({"known": ["zip", "1.ill"]}, InvalidParameter, "known and secret", "one role"),
    ],
)
def test_bad_input(more, error: type[IncrowdError], message: str, hint: str) -> None:
    asked = {"sensitive": "ill", "on": ["zip:covers"], **more}
    if "known" in more:
        asked["scan"] = 1
    with pytest.raises(error, match=message) as refusal:
        link(A, B, **asked)
    assert hint in refusal.value.hint
    assert "--" not in refusal.value.hint  # the page and Python show it, too


def test_one_source_is_not_enough() -> None:
    with pytest.raises(InvalidParameter, match="two sources"):
        link(A, sensitive="ill")


def test_names_with_signs_in_them() -> None:
    a = pa.table({"a=b": ["1", "2"], "c:d": ["x", "y"], "ill": ["flu", "HIV"]})
    found = link(a, a, sensitive="ill", on=["a=b=a=b", "c:d=c:d"], know=["1.a=b=1"])
    assert [(pair.left.name, pair.right.name) for pair in found.on][:2] == [
        ("a=b", "a=b"),
        ("c:d", "c:d"),
    ]
    assert found.what_if.main.n == 1


def test_asking_again_and_again() -> None:
    with open_linked([A, B], LinkRequest(sensitive=["ill"], on=["zip:covers"])) as linking:
        first = linking.what_if({"job": "x"})
        scanned = linking.scan(2)
        assert linking.what_if({"job": "x"}) == first
        assert scanned.scan.facts == 2
        assert linking.sources.joined_rows == 2


@pytest.mark.slow
def test_a_scan_of_values_that_differ_says_what_the_what_if_says(golden: Path) -> None:
    a, b = golden / "ap_table08_hospA.csv", golden / "ap_table09_hospB.csv"
    request = LinkRequest(sensitive=["HealthCondition"], on=["ZipCode"], different=True)
    with open_linked([a, b], request) as linking:
        found = linking.scan(2, 0.4).findings()
        assert {one["about"] for one in found} == {"1", "2", "unordered"}
        for one in found:
            told = linking.what_if(one["know"], 0.4).compositions[one["about"]]
            assert (told.n, told.v, told.p, told.rule) == (
                one["n"],
                one["v"],
                one["p"],
                one["rule"],
            )


def test_a_scan_of_three_sources() -> None:
    c = pa.table({"zip": ["130**", "140**"], "sport": ["chess", "golf"], "ill": ["flu", "HIV"]})
    found = link(A, B, c, sensitive="ill", scan=2).scanned
    assert found is not None
    assert len(found.scan.growth[-1].certain.sources) == 3
    assert found.scan.growth[-1].certain.sources == (2, 2, 2)
