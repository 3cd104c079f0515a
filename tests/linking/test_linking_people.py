"""Linking releases with a person key: distinct people count, compared with a walk through rows."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from walked_people import CONDITIONS, People

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.service.linked.link import LinkRequest, link, open_linked

ZIPS = st.sampled_from(["130**", "13012", "13***", "*", "14001", None])
AGES = st.sampled_from(["20-30", "25-35", "28", "*", None])
ILLS = st.sampled_from(["flu", "HIV", "cold", None])
JOBS = st.sampled_from(["cook", "nurse", "*"])
KEYS = st.sampled_from(["P1", "P2", "P3", None, " "])


def rows_of(*columns: str, most: int = 7):
    cells = {"zip": ZIPS, "age": AGES, "ill": ILLS, "job": JOBS, "who": KEYS}
    one = st.fixed_dictionaries({name: cells[name] for name in columns})
    return st.lists(one, min_size=1, max_size=most)


def table(rows: list[dict]) -> pa.Table:
    return pa.table({name: pa.array([row[name] for row in rows], pa.string()) for name in rows[0]})


def person_of(keys) -> list[str]:
    named = [f"{place}.{key}" for place, key in enumerate(keys, 1) if key is not None]
    return named or ["none"]


def goes_together(people: People) -> bool:
    """Whether each source has a value that goes with one of the first."""
    texts = [[row["zip"] for row in rows if row["zip"] is not None] for rows in people.rows]
    fits = CONDITIONS[people.condition]
    return all(any(fits(a, b) for a in texts[0] for b in other) for other in texts[1:])


def request_of(people: People, **more) -> LinkRequest:
    later = range(2, len(people.rows) + 1)
    return LinkRequest(
        sensitive=["1.ill", "2.ill"] if people.different else ["1.ill"],
        on=[f"1.zip={place}.zip:{people.condition}" for place in later],
        join=people.kind,
        different=people.different,
        person=person_of(people.keys),
        **more,
    )


@pytest.mark.slow
@settings(max_examples=scaled(60), suppress_health_check=[HealthCheck.filter_too_much])
@given(
    left=rows_of("zip", "age", "ill", "who"),
    right=rows_of("zip", "job", "ill", "who"),
    keys=st.sampled_from([("who", "who"), ("who", None), (None, "who"), (None, None)]),
    kind=st.sampled_from(["inner", "left", "right", "full"]),
    condition=st.sampled_from(list(CONDITIONS)),
    different=st.booleans(),
    age=st.sampled_from([None, "28", "20-30", "33-50"]),
    job=st.sampled_from([None, "cook"]),
)
def test_what_if_counts_distinct_people(
    left, right, keys, kind, condition, different, age, job
) -> None:
    people = People((left, right), keys, condition, kind, different)
    know = {name: value for name, value in (("1.age", age), ("2.job", job)) if value}
    request = request_of(people)
    if not goes_together(people):
        with pytest.raises(InvalidParameter), open_linked(map(table, people.rows), request) as one:
            one.what_if(know)
        return
    chosen = people.matching(people.joined(), know)
    with open_linked(map(table, people.rows), request) as linking:
        found = linking.what_if(know, 0.4)
        assert linking.sources.joined_rows == len(people.joined())
    for about, one in found.compositions.items():
        which = about if different else ""
        told = (one.n, one.v, one.p, one.rule, one.breach)
        assert told == people.compose(chosen, which, 0.4), about
    if not different:
        assert found.without_value == people.without_value(chosen, "")
    units = {0: "rows", 1: "people", 2: "combinations"}
    assert found.unit == units[len(keys) - keys.count(None)]


@pytest.mark.slow
@settings(max_examples=scaled(60), suppress_health_check=[HealthCheck.filter_too_much])
@given(
    left=rows_of("zip", "age", "ill", "who", most=6),
    right=rows_of("zip", "job", "ill", "who", most=6),
    third=st.none() | rows_of("zip", "job", "who", most=3),
    keys=st.tuples(*[st.sampled_from(["who", "who", None])] * 3),
    condition=st.sampled_from(list(CONDITIONS)),
    different=st.booleans(),
    threshold=st.sampled_from([0.3, 0.5, 0.75]),
)
def test_a_scan_finds_the_people_who_are_exposed(
    left, right, third, keys, condition, different, threshold
) -> None:
    rows = (left, right) if third is None else (left, right, third)
    labels = ["1.age", "2.job"] if third is None else ["1.age", "2.job", "3.job"]
    people = People(rows, keys[: len(rows)], condition, "inner", different)
    request = request_of(people, known=labels)
    if not goes_together(people) or not people.joined():
        return
    growth, tried, breached, certain = people.scan(labels, 2, threshold)
    with open_linked(map(table, rows), request) as linking:
        found = linking.scan(2, threshold)
    scan = found.scan
    assert (scan.tried, scan.breached, scan.certain) == (tried, breached, certain)
    assert [
        ((step.exposed.rows, step.exposed.sources), (step.certain.rows, step.certain.sources))
        for step in scan.growth
    ] == growth
    everyone, by_source = people.count(set(people.joined()))
    assert found.everyone == everyone
    for source, count in zip(found.sources, by_source, strict=True):
        own = range(len(rows[source.number - 1]))
        assert source.units == len({people.unit(source.number - 1, place) for place in own})
        assert source.units >= count


VISITS = table(
    [
        {"who": who, "zip": "1", "age": age, "ill": ill}
        for who, age, ill in [
            ("a", "30", "flu"),
            ("a", "30", "flu"),
            ("a", "30", "HIV"),
            ("b", "30", "cold"),
            ("c", "40", "flu"),
            ("c", "40", "HIV"),
        ]
    ]
)
LIST = table([{"zip": "1", "job": "cook"}])


def test_three_visits_of_one_person_are_one_person() -> None:
    asked = {"sensitive": "ill", "on": ["zip"], "know": {"age": "30"}}
    rows = link(VISITS, LIST, **asked, person="none").what_if.main
    assert (rows.n, rows.v, rows.p, rows.rule) == (4, 3, 0.5, 2)
    answer = link(VISITS, LIST, **asked, person="1.who", threshold=0.6)
    people = answer.what_if.main
    assert (people.n, people.v, people.p, people.rule, people.breach) == (2, 3, 0.5, 2, False)
    assert [(value.value, value.rows) for value in people.values] == [
        ("HIV", 1),
        ("cold", 1),
        ("flu", 1),
    ]
    told = answer.to_dict()
    assert told["unit"] == "people"
    assert [(each["person"], each["people"]) for each in told["sources"]] == [
        ("who", 3),
        (None, None),
    ]


def test_one_person_with_two_values_is_certain_of_both() -> None:
    found = link(VISITS, LIST, sensitive="ill", on=["zip"], know={"age": "40"}, person=["who"])
    main = found.what_if.main
    assert (main.n, main.v, main.p, main.rule, main.dominant) == (1, 2, 1.0, 1, ("HIV", "flu"))
    assert found.what_if.sentences == (
        "A leak: whoever knows this learns for certain that the values are 'HIV', 'flu' (rule 1, "
        "matching people: 1).",
    )


def test_a_value_that_everybody_has_is_certain_though_there_are_others() -> None:
    both = table(
        [{"who": who, "zip": "1", "ill": ill} for who in "abc" for ill in ("flu", f"only {who}")]
    )
    found = link(both, LIST, sensitive="ill", on=["zip"], person="who", scan=1).to_dict()
    assert (found["n"], found["v"], found["p"], found["rule"]) == (3, 4, 1.0, 1)
    assert found["sentences"][0].startswith("A leak: whoever knows this learns for certain")
    assert found["exposure"]["growth"][0]["certain"]["sources"][0] == {
        "source": 1,
        "rows": 3,
        "share": 1.0,
    }


def test_a_guessed_key_is_used_and_can_be_switched_off() -> None:
    names = ["patient_id", *VISITS.column_names[1:]]
    visits = VISITS.rename_columns(names).set_column(
        0, "patient_id", pa.array([f"P100{text}" for text in "111233"])
    )
    asked = {"sensitive": "ill", "on": ["zip"]}
    found = link(visits, LIST, **asked)
    assert (found.sources[0].person, found.what_if.unit, found.what_if.main.n) == (
        "patient_id",
        "people",
        3,
    )
    assert "rows" not in found.what_if.sentences[0]
    for off in ("none", "1.none"):
        rows = link(visits, LIST, **asked, person=off)
        assert (rows.what_if.unit, rows.what_if.main.n) == ("rows", 6)
        assert rows.what_if.sentences[0] == (
            "According to 'patient_id', a person has several rows in 'frame': rows are "
            "counted here, not people."
        )
    assert link(visits, LIST, **asked, person="2.none").what_if.unit == "people"


def test_the_person_key_is_neither_known_nor_learnt() -> None:
    for asked in (
        {"sensitive": "ill", "know": {"who": "a"}},
        {"sensitive": "ill", "known": ["who"], "scan": 1},
        {"sensitive": "who"},
    ):
        with pytest.raises(InvalidParameter, match="'who' is the person key"):
            link(VISITS, LIST, on=["zip"], person="who", **asked)
    with pytest.raises(UnknownAttribute, match="No source has a column 'whom'"):
        link(VISITS, LIST, on=["zip"], sensitive="ill", person="whom")
    with pytest.raises(InvalidParameter, match="Source 1 can have only one person key"):
        link(VISITS, LIST, on=["zip"], sensitive="ill", person=["who", "1.age"])


def test_releases_may_be_joined_on_the_key() -> None:
    others = table([{"who": who, "job": job} for who, job in [("a", "x"), ("a", "y"), ("c", "x")]])
    with open_linked([VISITS, others], LinkRequest(["ill"], ["who"], person=["who"])) as linking:
        assert linking.sources.joined_rows == 8
        assert linking.what_if().main.n == 2
        assert linking.what_if({"job": "y"}).main.rule == 1
        assert all(repair.column != "1.who" for repair in _repairs(linking, {"job": "y"}))
        assert not advise_links(linking).shared


def test_two_people_of_two_releases_are_called_people_only_if_joined_by_who_it_is() -> None:
    asked = {"sensitive": "ill", "person": "who", "know": {"1.age": "40"}}
    others = table([{"who": who, "zip": "1", "job": "cook"} for who in "cxy"])
    apart = link(VISITS, others, on=["zip"], repair=True, advise=True, **asked)
    assert (apart.what_if.unit, apart.what_if.main.n) == ("combinations", 3)
    words = "combinations of people (one from each release)"
    assert f"matching {words}: 3)." in apart.what_if.sentences[0]
    assert words in apart.advice.sentences[0]
    together = link(VISITS, others, on=["who"], **asked)
    assert (together.what_if.unit, together.what_if.main.n) == ("people", 1)
    assert "matching people: 1)." in together.what_if.sentences[0]


def _repairs(linking, know):
    return propose_repairs(linking, know).repairs


@pytest.mark.slow
def test_repairs_leave_people_out_with_all_their_rows() -> None:
    know = {"age": "40"}
    with open_linked([VISITS, LIST], LinkRequest(["ill"], ["zip"], person=["who"])) as linking:
        found = propose_repairs(linking, know)
        advice = advise_links(linking)
    assert found.unit == advice.unit == "people"
    (left_out,) = [one for one in found.repairs if one.kind == "suppress" and one.source == 1]
    assert (left_out.rows, left_out.unit, left_out.cost, left_out.n) == (1, "people", 1 / 3, 0)
    assert left_out.sentence.startswith("Remove 1 person from 'frame'")
    (raised,) = [one for one in found.repairs if one.column == "age"]
    really = link(
        VISITS.set_column(2, "age", pa.array(["*"] * 6)),
        LIST,
        sensitive="ill",
        on=["zip"],
        person="who",
        know=know,
    ).what_if.main
    assert (raised.n, raised.p) == (really.n, really.p) == (3, 2 / 3)
    assert "people are certain" in advice.sentences[0]
    assert [(each.mean, each.most) for each in advice.multiplied] == [(1.0, 1), (3.0, 3)]


@pytest.mark.slow
@settings(max_examples=scaled(25))
@given(left=rows_of("zip", "age", "ill", "who"), right=rows_of("zip", "job", "who"))
def test_what_a_repair_says_happens_when_it_is_made(left, right) -> None:
    """Left out of the files themselves, people are gone, and the figures are those foretold."""
    people = People((left, right), ("who", "who"))
    if not goes_together(people):
        return
    request = request_of(people)
    with open_linked(map(table, people.rows), request) as linking:
        if not linking.what_if().breach:
            return
        repairs = propose_repairs(linking, {}).repairs
    met = [joined for joined in people.joined() if people.values(joined)[""] is not None]
    for repair in repairs:
        if repair.kind == "generalise":
            continue
        source = repair.source - 1
        gone = {people.unit(source, joined[source]) for joined in met}
        if repair.rows == len(gone):
            kept = [
                row
                for place, row in enumerate(people.rows[source])
                if people.unit(source, place) not in gone
            ]
            rows = tuple(kept if at == source else own for at, own in enumerate(people.rows))
            left_over = People(rows, people.keys)
            n, _, p, _, breach = left_over.compose(left_over.joined(), "", 0.5)
            assert (repair.n, repair.p, repair.closes) == (n, p, not breach)


def test_a_key_that_never_repeats_changes_no_figure() -> None:
    """Truth, scan, repairs and advice among them: then a row is a person."""
    a = [("130**", "20-30", "flu"), ("130**", "20-30", "HIV"), ("130**", "30-40", "flu")]
    b = [("13012", "cook", "flu"), ("13070", "nurse", "HIV"), ("13070", "cook", "flu")]
    left = table([dict(zip(("zip", "age", "ill"), row, strict=True)) for row in a])
    right = table([dict(zip(("zip", "job", "ill"), row, strict=True)) for row in b])
    truth = pa.table(
        {
            "zip": ["13012", "13070"],
            "age": ["25", "28"],
            "job": ["cook", "nurse"],
            "hospital_1": ["x", "y"],
            "hospital_2": ["x", "y"],
            "ill_1": ["flu", "HIV"],
            "ill_2": ["flu", "HIV"],
        }
    )
    asked = {"sensitive": "ill", "on": ["zip:covers"], "know": {"age": "25"}, "scan": 2}
    asked |= {"repair": True, "advise": True, "truth": truth}
    rows = link(left, right, **asked).to_dict()
    keyed = [
        each.append_column("who", pa.array(f"P{place}" for place in range(len(each))))
        for each in (left, right)
    ]
    people = link(*keyed, **asked, person="who").to_dict()
    assert (rows["unit"], people["unit"]) == ("rows", "combinations")
    for key in ("n", "v", "p", "rule", "breach", "values", "without_value", "joined_rows", "scan"):
        assert people[key] == rows[key], key
    for key in ("growth", "columns", "tried", "breached", "certain"):
        assert people["exposure"][key] == rows["exposure"][key], key
    for key in ("now", "shared", "few_values", "multiplied", "associations", "jointly"):
        assert people["advice"][key] == rows["advice"][key], key
    assert people["truth"] == rows["truth"]
    told = ("kind", "source", "column", "rows", "cost", "closes", "n", "p")
    assert [[one[key] for key in told] for one in people["repair"]["repairs"]] == [
        [one[key] for key in told] for one in rows["repair"]["repairs"]
    ]
