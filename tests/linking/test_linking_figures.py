"""Figures that were wrong once, each in its smallest case."""

from __future__ import annotations

import pyarrow as pa
import pytest

from incrowd.errors import InvalidParameter
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.linking.values.coarsening import levels_above
from incrowd.linking.values.published_value import covers
from incrowd.service.linked.link import LinkRequest, link, open_linked


def table(**columns) -> pa.Table:
    return pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()})


A = table(zip=["a", "a", "b"], age=["1x", "2x", "3x"], ill=["flu", "HIV", "cold"])
B = table(zip=["a", "b"], job=["cook", "nurse"])


@pytest.mark.slow
def test_rows_that_were_not_joined_are_not_exposed() -> None:
    people = range(30)
    a = table(
        patient_id=[f"P{i:04d}" for i in people],
        age=["20-30"] * 15 + ["30-40"] * 15,
        ill=["flu"] * 15 + ["HIV", "cold", "flu"] * 5,
    )
    b = table(patient_id=[f"P{i + 25:04d}" for i in people], job=["cook"] * 30)
    request = LinkRequest(sensitive=["ill"], on=["patient_id"])
    with open_linked([a, b], request) as linking:
        assert linking.sources.joined_rows == 5
        found = linking.scan(1, 0.3)
        assert [one.exposed.sources for one in found.scan.growth] == [(5, 5), (5, 5)]
        assert advise_links(linking, 0.3, 1).now.exposed == 10
    assert found.sentences[0] == (
        "Somebody who knows 1 fact becomes certain about 0 of the 30 rows of 'frame', and "
        "learns a likely value for 5."
    )


def test_rows_of_a_source_of_which_nothing_is_known_are_exposed() -> None:
    request = LinkRequest(sensitive=["ill"], on=["zip"], known=["age"])
    with open_linked([A, B], request) as linking:
        assert linking.scan(1).scan.growth[1].certain.sources == (3, 2)


def test_a_missing_value_is_not_taken_for_nobody() -> None:
    a = table(zip=["1a", "1a", "2b"], age=["29", "29", "40"], ill=["flu", "HIV", "cold"])
    b = table(zip=["1a", "2b"], age=[None, "40"])
    with open_linked([a, b], LinkRequest(sensitive=["ill"], on=["zip"])) as linking:
        assert linking.what_if({"age": "29"}).main.n == 0
        linking.scan(1)
        assert linking.what_if({"age": "29"}).main.n == 0


@pytest.mark.slow
def test_leaving_rows_out_of_a_left_join_leaves_the_others_without_a_partner() -> None:
    request = LinkRequest(sensitive=["ill"], on=["zip"], join="left")
    with open_linked([A, B], request) as linking:
        found = propose_repairs(linking, {"age": "1x"}).repairs
    (right,) = [one for one in found if one.kind == "suppress" and one.source == 2]
    assert (right.closes, right.n, right.p) == (False, 1, 1.0)
    really = link(A, B.slice(1), sensitive="ill", on=["zip"], join="left", know={"age": "1x"})
    assert (really.what_if.main.n, really.what_if.breach) == (1, True)


@pytest.mark.slow
def test_rows_without_a_partner_have_met_nobody() -> None:
    a = table(zip=["a", "b", "c", "d"], age=["1x", "2x", "3x", "4x"], ill=["flu"] * 4)
    b = table(zip=["a", "z", "y"], job=["x", "y", "z"])
    with open_linked([a, b], LinkRequest(sensitive=["ill"], on=["zip"], join="left")) as linking:
        found = advise_links(linking, 0.5, 1)
    assert [one.matched for one in found.multiplied] == [0.25, 1 / 3]
    assert not found.jointly


def test_a_fact_of_a_full_join_names_the_column_it_comes_from() -> None:
    a = table(zip=["a", "b"], age=["1x", "2x"], ill=["flu", "HIV"])
    b = table(plz=["b", "c", "c"], job=["2x", "3x", "3x"], ill=["HIV", "cold", "flu"])
    request = LinkRequest(sensitive=["ill"], on=["zip=plz"], join="full")
    with open_linked([a, b], request) as linking:
        scanned = linking.scan(1)
        assert scanned.to_dict()["columns"][0]["columns"] == ["zip", "plz"]
        told = {tuple(one["know"].items()): one["n"] for one in scanned.findings()}
        assert told[(("plz", "c"),)] == 2
        for know, n in told.items():
            assert linking.what_if(dict(know)).main.n == n


def test_columns_that_tell_a_fact_together_can_be_asked_for() -> None:
    # zip and sex are joined: 'a' stands alone on either side
    a = table(zip=["a", "b"], sex=["f", "f"], ill=["flu", "HIV"])
    b = table(plz=["a", "b"], sex=["m", "f"], ill=["cold", "HIV"])
    request = LinkRequest(sensitive=["ill"], on=["zip=plz", "sex"], join="full")
    with open_linked([a, b], request) as linking:
        told = [one for one in linking.scan(1).findings() if "a" in one["know"].values()]
        assert [(one["know"], one["n"]) for one in told] == [({"1.zip,2.plz": "a"}, 2)]
        found = linking.what_if({"1.zip,2.plz": "a"})
        assert (found.main.n, found.know) == (2, {"1.zip,2.plz": "a"})
        assert linking.what_if(["1.zip,2.plz=a"]).main.n == 2


@pytest.mark.slow
def test_both_values_in_any_order_are_a_breach_that_is_told_scanned_and_repaired() -> None:
    both = table(zip=["1", "1"], ill=["a", "b"])
    request = LinkRequest(sensitive=["1.ill", "2.ill"], on=["zip"], different=True)
    with open_linked([both, both], request) as linking:
        found = linking.what_if({}, 0.6)
        assert {about: one.breach for about, one in found.compositions.items()} == {
            "1": False,
            "2": False,
            "pair": False,
            "unordered": True,
        }
        assert found.breach
        assert found.sentences[-1].startswith("Both values in any order: a leak")
        assert linking.scan(1, 0.6).scan.growth[0].certain.sources == (2, 2)
        for one in propose_repairs(linking, {}, 0.6).repairs:
            assert one.closes == (one.n == 0)


def test_an_empty_text_can_be_known() -> None:
    jobs = table(zip=["a", "b"], job=["", "nurse"])
    with open_linked([A, jobs], LinkRequest(sensitive=["ill"], on=["zip"])) as linking:
        found = {tuple(one["know"].items()): one["n"] for one in linking.scan(1, 0.4).findings()}
        assert found[(("job", ""),)] == 2
        assert linking.what_if({"job": ""}, 0.4).main.n == 2


@pytest.mark.parametrize("kind", ["mapping", "text", "tuple"])
def test_names_may_hold_the_signs_that_part_them(kind: str) -> None:
    odd = table(**{"a": ["b=c", "x"], "a=b": ["y", "c"], "ill": ["flu", "HIV"]})
    other = table(job=["x", "y"])
    know = {"mapping": {"1.a=b": "c"}, "text": ["1.a=b=c"], "tuple": [("1.a=b", "c")]}[kind]
    found = link(odd, other, sensitive="ill", join="cross", know=know).what_if
    assert (found.main.n, found.main.dominant, found.know) == (2, ("HIV",), {"a=b": "c"})


@pytest.mark.slow
def test_columns_to_join_may_hold_the_signs_that_part_them() -> None:
    one = table(**{"a": ["x", "y"], "a=b": ["y", "x"], "ill": ["flu", "HIV"]})
    two = table(**{"b:covers": ["x"], "job": ["cook"]})
    for on in (["a=b=b:covers"], [("a=b", "b:covers", "equal")], {"a=b": "b:covers"}):
        found = link(one, two, sensitive="ill", on=on)
        assert found.what_if.main.dominant == ("HIV",)
        assert found.on[0].condition == "equal"
    assert link(one, two, sensitive="ill", on=["a=b:covers:equal"]).on[0].left.name == "a"


@pytest.mark.slow
def test_ends_of_ranges_may_hold_the_signs_that_part_them() -> None:
    spans = table(**{"age:low": ["20", "40"], "high=h": ["30", "50"], "ill": ["flu", "HIV"]})
    other = table(job=["x"])
    for ranges in (["age=age:low:high=h"], [("1.age", "age:low", "high=h")]):
        asked = {"join": "cross", "know": {"age": "25"}, "ranges": ranges}
        found = link(spans, other, sensitive="ill", **asked).what_if
        assert found.main.dominant == ("flu",)
    with pytest.raises(InvalidParameter, match="is not a range"):
        link(spans, other, sensitive="ill", join="cross", ranges=["age=low"])


@pytest.mark.slow
def test_a_label_means_the_source_it_names() -> None:
    one = table(zip=["a"], ill=["flu"])
    two = table(**{"zip": ["a"], "1.zip": ["b"]})
    found = link(one, two, sensitive="ill", on=["zip"], know={"1.zip": "a"})
    assert found.what_if.main.n == 1
    assert link(one, two, sensitive="ill", on=["zip"], know={"2.1.zip": "b"}).what_if.main.n == 1


def test_ends_are_written_in_full() -> None:
    days = ["20240101", "20240102", "20240131", "20240201", "20240301"]
    for level in levels_above(dict.fromkeys(days, 1)):
        assert all(covers(new, old) for old, new in level.texts.items())
    first = levels_above(dict.fromkeys(days, 1))[0]
    assert first.texts["20240101"] == "20240101-20240102"
    spans = {"0.0000001-0.0000002": 1, "0.0000003-0.5": 1, "1-2": 1}
    assert levels_above(spans)[0].texts["0.0000003-0.5"] == "0.0000001-0.5"


def test_values_that_would_be_read_as_several_are_not_put_into_sets() -> None:
    assert [set(one.texts.values()) for one in levels_above({"Smith, J": 3, "Doe": 2, "J": 1})] == [
        {"*"}
    ]
    assert len(levels_above({"Smith": 3, "Doe": 2, "J": 1})) == 2
