"""What the result of a query gives away, where people have several rows of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import closing
from types import SimpleNamespace

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from walked_people import People

from incrowd.engines import connect
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.progress import silent
from incrowd.service.datasets.check import Promise
from incrowd.service.queries.leaks import ask_result, check_result, scan_result

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "who": st.sampled_from(["P1", "P2", "P3", None]),
            "age": st.sampled_from(["20-30", "25-35", "28", "*", None]),
            "job": st.sampled_from(["cook", "nurse"]),
            "ill": st.sampled_from(["flu", "HIV", "cold", None]),
        }
    ),
    min_size=1,
    max_size=9,
)
VISITS = [
    {"patient_id": f"P100{who}", "age": age, "ill": ill}
    for who, age, ill in [(1, "30", "flu"), (1, "30", "HIV"), (2, "30", "flu"), (3, "40", "cold")]
]


def result_of(rows: list[dict]) -> SimpleNamespace:
    """A result as far as leaks look at it."""
    names = list(rows[0])
    table = pa.table({name: pa.array([row[name] for row in rows], pa.string()) for name in names})
    columns = [SimpleNamespace(name=name) for name in names]
    return SimpleNamespace(source=connect(table), rows=len(rows), columns=columns)


@pytest.mark.slow
@settings(max_examples=scaled(40))
@given(rows=ROWS, key=st.sampled_from(["who", None]), threshold=st.sampled_from([0.4, 0.6]))
def test_people_are_those_of_a_walk_through_the_rows(rows, key, threshold) -> None:
    people, answer = People((rows,), (key,)), result_of(rows)
    with closing(answer.source):
        told = ask_result(answer, [("age", "28")], ["ill"], threshold, key or "none")
        scan = scan_result(answer, ["age", "job"], "ill", 2, threshold, silent, key or "none")
    main, chosen = told.what_if.main, people.matching(people.joined(), {"1.age": "28"})
    figures = (main.n, main.v, main.p, main.rule, main.breach)
    assert figures == people.compose(chosen, "", threshold)
    assert told.what_if.without_value == people.without_value(chosen, "")
    assert (told.person, told.what_if.unit) == (key, "rows" if key is None else "people")
    growth, tried, breached, certain = people.scan(["1.age", "1.job"], 2, threshold)
    assert (scan.scan.tried, scan.scan.breached, scan.scan.certain) == (tried, breached, certain)
    assert [
        ((step.exposed.rows, step.exposed.sources), (step.certain.rows, step.certain.sources))
        for step in scan.scan.growth
    ] == growth


@settings(max_examples=scaled(25))
@given(rows=ROWS)
def test_classes_of_a_check_are_those_of_people(rows) -> None:
    """Two people are alike when the multisets of their rows are; a row without a key is alone."""
    own = defaultdict(list)
    for place, row in enumerate(rows):
        own[row["who"] or place].append((row["age"] or "", row["job"]))
    classes = Counter(tuple(sorted(each)) for each in own.values())
    answer = result_of(rows)
    with closing(answer.source):
        (found,) = check_result(answer, ["age", "job"], [], Promise(2), "who")
    assert found.check.k == min(classes.values())
    assert found.check.failing_persons == sum(size for size in classes.values() if size < 2)


def test_a_guessed_key_is_used_named_and_can_be_switched_off() -> None:
    answer = result_of(VISITS)
    with closing(answer.source):
        people = ask_result(answer, [("age", "30")], ["ill"])
        rows = ask_result(answer, [("age", "30")], ["ill"], person="none")
        known = ask_result(answer, [("patient_id", "P1001")], ["ill"])
        (check,) = check_result(answer, ["age"], ["ill"], Promise(1), "none")
        scan = scan_result(answer, ["age"], "ill", 1, 0.5, silent)
        with pytest.raises(InvalidParameter, match="'age' is the person key"):
            ask_result(answer, [("age", "30")], ["ill"], person="age")
        with pytest.raises(UnknownAttribute):
            ask_result(answer, [], ["ill"], person="nobody")
    assert (people.person, people.what_if.main.n, people.what_if.main.p) == ("patient_id", 2, 1.0)
    assert people.what_if.sentences == (
        "A leak: whoever knows this learns for certain that the value is 'flu' (rule 1, matching "
        "people: 2).",
    )
    assert (rows.person, rows.what_if.main.n, rows.what_if.unit) == (None, 3, "rows")
    for warned in (rows.what_if.sentences[0], known.what_if.sentences[0], check.warning):
        assert "several rows in 'frame': rows are counted here, not people." in warned
    assert (scan.sources[0].person, scan.sources[0].people) == ("patient_id", 3)
    assert scan.sentences[0].startswith(
        "Somebody who knows 1 fact becomes certain about 3 of the 3 people of 'frame'"
    )
